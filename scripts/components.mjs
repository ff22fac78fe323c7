// Which npm packages the product contains: what `npm run package` depends on, and its list of components (SBOM).
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { outsidePackages } from './outside-packages.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** Where `from` finds a package: in its own folder or in one above, as Node looks for it. */
const findFolder = (packages, from, name) => {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('node_modules/'))) {
    const candidate = `${folder.replace(/\/?$/, folder === '' ? '' : '/')}node_modules/${name}`
    if (candidate in packages) return candidate
    if (folder === '') return null
  }
}

/** Folders of these packages and of everything that they depend on. */
const collect = (packages, found, from, { dependencies = {}, optionalDependencies = {} }) => {
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const folder = findFolder(packages, from, name)
    if (folder === null || found.has(folder)) continue
    found.add(folder)
    collect(packages, found, folder, packages[folder])
  }
  return found
}

const isOutside = ([name]) => outsidePackages.includes(name) || name.startsWith('@expo-google-fonts/')
const nameOf = (folder) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)

/**
 * What npm installs with the package, from package-lock.json.
 * @returns {{ folders: string[], dependencies: Record<string, string>, optionalDependencies: Record<string, string> }}
 *   `dependencies`: every package that isn't in the bundles, also indirect ones, so that an installation has the versions that
 *   we tested; `optionalDependencies`: the embedded PostgreSQL of each platform
 */
export function listInstalled() {
  const { packages } = readJson('package-lock.json')
  const { dependencies, optionalDependencies } = readJson('apps/server/package.json')
  const direct = Object.fromEntries(Object.entries(dependencies).filter(isOutside))
  const folders = [...collect(packages, new Set(), '', { dependencies: direct, optionalDependencies })].toSorted(
    (a, b) => a.localeCompare(b, 'en'),
  )
  // A second version of a package is its owner's dependency.
  const needed = folders.filter((folder) => !packages[folder].optional && folder.lastIndexOf('node_modules/') === 0)
  return {
    folders,
    dependencies: Object.fromEntries(needed.map((folder) => [nameOf(folder), packages[folder].version])),
    optionalDependencies,
  }
}

/** Some packages say their license only in a file. */
const readLicense = (folder) => {
  const [title = ''] = readFileSync(join(root, folder, 'LICENSE'), 'utf8').split('\n')
  const [, id] = /^(?:The )?(MIT|ISC|Apache-2\.0) License/i.exec(title) ?? []
  if (id === undefined) throw new Error(`Which license does ${folder} have? Its LICENSE begins with: ${title}`)
  return [{ license: { id } }]
}

/**
 * The list of components in CycloneDX: the packages whose code is in the bundles, and those that npm installs with them.
 * @param {{ name: string, version: string }} manifest of the package
 * @returns {object} without time and serial number, so that the same sources give the same list
 * @throws {Error} if a package is missing in package-lock.json, or has no license
 */
export function makeSbom({ name, version }) {
  const { packages } = readJson('package-lock.json')
  const sbom = JSON.parse(
    execFileSync('npm', ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 100_000_000,
    }),
  )
  const known = new Map(sbom.components.map((component) => [component.purl, component]))
  const folders = new Set([...readJson('dist/bundled-packages.json'), ...listInstalled().folders])
  const components = [...folders]
    .toSorted((a, b) => a.localeCompare(b, 'en'))
    .map((folder) => {
      const purl = `pkg:npm/${nameOf(folder).replace('@', '%40')}@${packages[folder]?.version}`
      const component = known.get(purl)
      if (!component) throw new Error(`npm sbom doesn't list ${purl}.`)
      const { author: _author, description: _description, ...listed } = component
      return { ...listed, licenses: component.licenses ?? readLicense(folder) }
    })
  const refs = new Set(components.map((component) => component['bom-ref']))
  const own = { ref: `${name}@${version}`, dependsOn: [...refs] }
  const dependencies = sbom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }))
  const component = { 'bom-ref': own.ref, type: 'application', name, version, purl: `pkg:npm/${own.ref}` }
  const { bomFormat, specVersion } = sbom
  return {
    bomFormat,
    specVersion,
    version: 1,
    metadata: { component },
    components,
    dependencies: [own, ...dependencies],
  }
}
