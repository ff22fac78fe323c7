import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { SocketAddress } from '../apps/server/src/database/connect.ts'
import { findFreePort } from '../apps/server/src/test-support/find-free-port.ts'

/** All packages of a release carry its number. */
export const strapiVersion = '5.54.0'

type Picture = { url: string; alternativeText: string }
type Lesson = { title: string; content: string; minutes: number; fragmentCount: number; image: Picture | null }
type Chapter = { title: string; lessons: Lesson[] }
/** As our course list answers it. */
export type ListedCourse = {
  id: string
  title: string
  description: string
  level: string
  language: string
  totalLessons: number
  totalMinutes: number
  translatedLessons: number
  notThis?: string
  featuredImage: Picture | null
  chapters: Chapter[]
}

const words = { type: 'text' }
const number = { type: 'integer' }
const picture = { type: 'media', multiple: false, allowedTypes: ['images'] }
const many = (type: string) => ({ type: 'relation', relation: 'oneToMany', target: `api::${type}.${type}` })

const contentTypes = {
  lesson: { title: words, content: words, minutes: number, fragmentCount: number, image: picture },
  chapter: { title: words, lessons: many('lesson') },
  course: {
    title: words,
    description: words,
    level: words,
    language: words,
    totalLessons: number,
    totalMinutes: number,
    translatedLessons: number,
    notThis: words,
    featuredImage: picture,
    chapters: many('chapter'),
  },
}

/** What Strapi calls bootstrap: anonymous visitors may read, and an empty database gets the catalog. */
const bootstrap = `
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
module.exports = {
  register() {},
  async bootstrap({ strapi }) {
    const courses = strapi.documents('api::course.course')
    if ((await courses.count()) > 0) return
    const role = await strapi.db.query('plugin::users-permissions.role').findOne({ where: { type: 'public' } })
    for (const type of ['course', 'chapter', 'lesson'])
      for (const action of ['find', 'findOne'])
        await strapi.db.query('plugin::users-permissions.permission').create({
          data: { action: 'api::' + type + '.' + type + '.' + action, role: role.id },
        })
    const keep = async (picture) => {
      if (!picture) return null
      const { url, alternativeText } = picture
      const data = { name: url, hash: url, ext: '.svg', mime: 'image/svg+xml', size: 5, provider: 'local',
        url, alternativeText, formats: { small: { url } } }
      return (await strapi.db.query('plugin::upload.file').create({ data })).id
    }
    for (const { id, chapters, featuredImage, ...course } of JSON.parse(readFileSync(join(process.cwd(), 'catalog.json'), 'utf8'))) {
      const kept = []
      for (const { title, lessons } of chapters) {
        const ids = []
        for (const { title, content, minutes, fragmentCount, image } of lessons) {
          const data = { title, content, minutes, fragmentCount, image: await keep(image) }
          ids.push((await strapi.documents('api::lesson.lesson').create({ data })).documentId)
        }
        kept.push((await strapi.documents('api::chapter.chapter').create({ data: { title, lessons: ids } })).documentId)
      }
      await courses.create({ data: { ...course, featuredImage: await keep(featuredImage), chapters: kept } })
    }
  },
}
`

/** The database is ours, and requests aren't logged, as in our own server in this run. Everything else is as shipped. */
const makeConfigs = ({ host, port, username: user, database }: SocketAddress, ownPort: number) => ({
  admin: {
    serveAdminPanel: false,
    auth: { secret: 'bench' },
    apiToken: { salt: 'bench' },
    transfer: { token: { salt: 'bench' } },
  },
  server: { host: '127.0.0.1', port: ownPort, app: { keys: ['bench'] } },
  database: {
    connection: { client: 'postgres', connection: { host, port, user, database }, pool: { min: 2, max: 10 } },
  },
  plugins: { 'users-permissions': { config: { jwtSecret: 'bench' } } },
  logger: { level: 'warn' },
  api: { rest: { defaultLimit: 25, maxLimit: 100, withCount: true } },
  middlewares: [
    'logger',
    'errors',
    'security',
    'cors',
    'poweredBy',
    'query',
    'body',
    'session',
    'favicon',
    'public',
  ].map((name) => `strapi::${name}`),
})

const dependencies = {
  '@strapi/strapi': strapiVersion,
  '@strapi/plugin-users-permissions': strapiVersion,
  pg: '8.23.1',
  react: '18.3.1',
  'react-dom': '18.3.1',
  'react-router-dom': '6.30.3',
  'styled-components': '6.1.19',
}

const makeContentType = (type: string, attributes: object): Record<string, string> => {
  const folder = `src/api/${type}`
  const info = { singularName: type, pluralName: `${type}s`, displayName: type }
  const options = { draftAndPublish: false }
  const schema = { kind: 'collectionType', collectionName: `${type}s`, info, options, attributes }
  const core = (part: string) =>
    `module.exports = require('@strapi/strapi').factories.createCore${part}('api::${type}.${type}')`
  return {
    [`${folder}/content-types/${type}/schema.json`]: JSON.stringify(schema),
    [`${folder}/controllers/${type}.js`]: core('Controller'),
    [`${folder}/services/${type}.js`]: core('Service'),
    [`${folder}/routes/${type}.js`]: core('Router'),
  }
}

/** The files of a new Strapi project in JavaScript, without its admin panel. */
const makeFiles = (address: SocketAddress, port: number, courses: readonly ListedCourse[]): Record<string, string> => ({
  'package.json': JSON.stringify({ name: 'strapi-bench', private: true, dependencies }),
  'catalog.json': JSON.stringify(courses),
  'src/index.js': bootstrap,
  'public/uploads/.gitkeep': '',
  ...Object.fromEntries(
    Object.entries(makeConfigs(address, port)).map(([name, config]) => [
      `config/${name}.js`,
      `module.exports = ${JSON.stringify(config)}`,
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(contentTypes).flatMap(([type, attributes]) => Object.entries(makeContentType(type, attributes))),
  ),
})

const install = async (folder: string): Promise<void> => {
  if (existsSync(join(folder, 'node_modules/@strapi/strapi'))) return
  const options = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--fetch-retries=1', '--loglevel=error']
  console.log(`installing Strapi ${strapiVersion} in ${folder} …`)
  try {
    await promisify(execFile)('npm', options, { cwd: folder })
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string }
    throw new Error(
      `Strapi ${strapiVersion} can't be installed; is the npm registry reachable? ${stderr.split('\n', 1)[0]}`,
      {
        cause: error,
      },
    )
  }
}

export type Strapi = { url: string; pid: number; stop: () => Promise<void> }

/**
 * Starts Strapi in production mode on an empty PostgreSQL database, with these courses, in a folder outside the repository that
 * keeps its packages for the next run.
 * @throws Error with npm's words if it can't be installed, with Strapi's if it doesn't start
 */
export async function startStrapi(address: SocketAddress, courses: readonly ListedCourse[]): Promise<Strapi> {
  const folder = join(process.env.BENCH_DIR ?? tmpdir(), `kitewise-strapi-${strapiVersion}`)
  const port = await findFreePort()
  for (const [name, text] of Object.entries(makeFiles(address, port, courses))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  await install(folder)
  const child = spawn(process.execPath, ['node_modules/@strapi/strapi/bin/strapi.js', 'start'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', STRAPI_TELEMETRY_DISABLED: 'true' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said = (said + part).slice(-4_000)))
  const url = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${url}/_health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`Strapi ended at its start: ${said}`)
    await pause(100)
  }
  const stop = async () => {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
  return { url, pid: child.pid ?? 0, stop }
}
