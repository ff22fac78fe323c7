/**
 * The service worker: the app opens without a network on every screen for learners. Each version of the app has a cache of
 * its own. A new version takes over when the last window of the old one is closed, so files of an open lesson stay.
 */
const worker = self as unknown as ServiceWorkerGlobalScope

/** What the build puts into a worker. Paths. */
type AppFiles = {
  /** What every screen needs. */
  shell: string[]
  /** The scripts and style sheets of the screens for learners. */
  screens: string[]
  /** The texts of these screens, by language. */
  texts: Record<string, string[]>
}
declare const appFiles: AppFiles
declare const buildId: string

/** The server puts in a hash of its page, so that a new brand is a new version too. */
const pageRevision = 'SHELL_REVISION'
const version = `app-${buildId}-${pageRevision}`
const page = '/index.html'
/** Covers of kept courses, see src/lib/kept-courses.ts. */
const pictures = 'pictures'

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))
worker.addEventListener('message', (event) => {
  const message: unknown = event.data
  if (typeof message === 'object' && message !== null && 'keepScreens' in message)
    event.waitUntil(keepScreens(String(message.keepScreens)))
})
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (isPage(request, pathname)) event.respondWith(openPage(request))
  else if (pathname.startsWith('/static/')) event.respondWith(serveFile(event))
  else if (pathname.startsWith('/covers/')) event.respondWith(servePicture(event))
})

/** The page must be there. A file that fails is tried again later, and doesn't hold up the others. */
async function install(): Promise<void> {
  await keepPage()
  await keepFiles(appFiles.shell)
}

/**
 * Only the page of this version: while servers are restarted one after the other, an old one may answer. A proxy may drop
 * the ETag, which is the page's hash, or add to it.
 *
 * @throws {Error} otherwise, so that the browser installs this version later
 */
async function keepPage(): Promise<void> {
  const response = await fetch(page, { cache: 'reload' })
  if (!response.ok) throw new Error(`The page was answered with ${response.status}.`)
  if (response.headers.get('etag')?.includes(pageRevision) === false) throw new Error('The page is of another version.')
  const cache = await caches.open(version)
  await cache.put(page, response)
}

/** Keeps the files of the version before, until this one is complete. Caches are listed in the order of their creation. */
async function takeOver(): Promise<void> {
  const names = await caches.keys()
  const others = names.filter((name) => name !== version && name !== pictures)
  const before = others.findLast((name) => name.startsWith('app-'))
  await Promise.all(others.filter((name) => name !== before).map((name) => caches.delete(name)))
  await worker.clients.claim()
}

/** Loads in the background what the screens of a learner need. Once all of it is there, older versions are deleted. */
async function keepScreens(language: string): Promise<void> {
  // Browsers may delete what they like to make room.
  if (!(await caches.match(page, { cacheName: version }))) await keepPage()
  const { shell, screens, texts } = appFiles
  const isComplete = await keepFiles([...shell, ...screens, ...(texts[language] ?? texts.en ?? [])])
  // A version that waits has its cache already, and needs the older one while it waits.
  const { installing, waiting } = worker.registration
  if (!isComplete || installing !== null || waiting !== null) return
  const older = (await caches.keys()).filter((name) => name.startsWith('app-') && name !== version)
  await Promise.all(older.map((name) => caches.delete(name)))
}

/** Takes a file from an older version where its name, and with it its content, is the same. @returns whether all are there */
async function keepFiles(paths: readonly string[]): Promise<boolean> {
  const cache = await caches.open(version)
  const present = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const missing = paths.filter((path) => !present.has(path))
  let failed = 0
  // A few at a time, so that the app's own requests are not kept waiting.
  const next = async (): Promise<void> => {
    for (let path = missing.shift(); path !== undefined; path = missing.shift()) {
      try {
        const response = (await caches.match(path)) ?? (await fetch(path))
        if (!isFile(response)) throw new Error(`${path} was answered with ${response.status}.`)
        await cache.put(path, response)
      } catch {
        failed += 1
      }
    }
  }
  await Promise.all([next(), next(), next()])
  return failed === 0
}

/** Not the page that some servers send in place of a missing file. */
function isFile(response: Response): boolean {
  return response.ok && !(response.headers.get('content-type') ?? '').startsWith('text/html')
}

/** Whether a navigation opens the app: not at the server's own addresses, and not where only a file can be. */
function isPage(request: Request, pathname: string): boolean {
  return (
    request.mode === 'navigate' &&
    !/^\/(api|desk|dev|docs|static|covers|livez|readyz|metrics|u)(\/|$)|\.[^/]*$|\/\./.test(pathname)
  )
}

const patienceMs = 2_000

/** The server's page has the current brand and release. The kept one is for a server that is down or slow. */
async function openPage(request: Request): Promise<Response> {
  const fresh = fetch(request).then(
    (response) => (response.status < 500 ? response : undefined),
    () => undefined,
  )
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs))
  return (await Promise.race([fresh, late])) ?? (await keptPage()) ?? (await fresh) ?? Response.error()
}

/** This version's page, or that of the version before while files of this one are missing. */
async function keptPage(): Promise<Response | undefined> {
  const cache = await caches.open(version)
  const files = await Promise.all(appFiles.shell.map((path) => cache.match(path)))
  if (!files.includes(undefined)) return cache.match(page)
  const others = (await caches.keys()).filter((name) => name.startsWith('app-') && name !== version)
  const [before] = others.reverse()
  const older = before === undefined ? undefined : await caches.match(page, { cacheName: before })
  return older ?? cache.match(page)
}

/** A file under /static/ never changes, so whichever version kept it is right. */
async function serveFile(event: FetchEvent): Promise<Response> {
  const { request } = event
  const kept = await caches.match(request.url)
  if (kept) return kept
  const response = await fetch(request)
  if (isFile(response)) {
    const copy = response.clone()
    event.waitUntil(put(version, request.url, copy))
  }
  return response
}

const dayMs = 86_400_000

/** Kept pictures are shown at once and refreshed when they are older than a day; others come from the server. */
async function servePicture(event: FetchEvent): Promise<Response> {
  const { request } = event
  const kept = await caches.match(request.url, { cacheName: pictures })
  if (!kept) return fetch(request)
  const ageMs = Date.now() - Date.parse(kept.headers.get('date') ?? '')
  if (!(ageMs < dayMs)) event.waitUntil(refreshPicture(request.url))
  return kept
}

async function refreshPicture(url: string): Promise<void> {
  const response = await fetch(url).catch(() => undefined)
  if (response?.ok) await put(pictures, url, response)
}

/** A full disk keeps nothing more; the app works all the same. */
async function put(cacheName: string, url: string, response: Response): Promise<void> {
  try {
    const cache = await caches.open(cacheName)
    await cache.put(url, response)
  } catch {
    // Served without being kept.
  }
}
