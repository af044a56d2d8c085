import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BASE_PATH, type Language, languageOr, languages, Problem, type TileSet } from '#contract'
import { parseCookies } from './client.ts'
import type { InlineScript } from './inline-script.ts'
import { isOrigin } from './origin.ts'
import { sendProblem } from './problems.ts'
import { STARTING_RETRY_SECONDS, startingPage } from './starting-page.ts'

export type PageConfig = {
  apiKey: string
  version: string
  publicUrl: string | null
  vapidPublicKey: string | null
  basemap: { styleUrl: string | null; tileSets: TileSet[] }
  demo: boolean
  canMail: boolean
  needsSetup: boolean
}

const workspaceRoutes = ['/', '/sensors', '/terms', '/calendar']
const entryRoutes = ['/login', '/invite']
const FRAMED_ROUTE = '/board'

export type FrameOrigins = (token: string) => Promise<readonly string[]>

const languageOf = (request: FastifyRequest): Language => languageOr(parseCookies(request.headers.cookie).locale)

/** Puts the configuration into a script element. Escapes `<`, because `</script>` would end the element. */
const asScript = (config: object) =>
  `<script type="application/json" id="cohesion-config">${JSON.stringify(config).replaceAll('<', '\\u003c')}</script>`

const fill = (html: string, config: PageConfig, language: Language): string =>
  html
    .replace('<html lang="en" dir="ltr">', `<html lang="${language}" dir="${languages[language].direction}">`)
    .replace('<!--cohesion-config-->', () => asScript({ ...config, locale: language }))

/** Maximum wait for a newer configuration before the page uses the last one. */
const PATIENCE_MS = 1_000
const FIRST_MS = 10_000

const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no result after ${ms} ms`)), ms)
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/**
 * Shares one read of the configuration between all pages that are requested until it ends, so that a slow database has
 * one read at a time. Returns the last configuration if the database is slow or unavailable.
 */
const shareReads = (read: () => Promise<PageConfig>, log: FastifyInstance['log']) => {
  let last: PageConfig | undefined
  let reading: Promise<PageConfig> | undefined
  const sharedRead = (): Promise<PageConfig> => {
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
  return async (): Promise<PageConfig | undefined> => {
    try {
      last = await within(last ? PATIENCE_MS : FIRST_MS, sharedRead())
    } catch (err) {
      log.warn({ err }, 'the configuration of the page could not be read')
    }
    return last
  }
}

/**
 * Lets these origins frame the page. Origins are checked again, because a value that is not a plain origin could end or
 * widen the policy.
 */
const allowFraming = (reply: FastifyReply, origins: readonly string[]): void => {
  const plain = origins.filter(isOrigin)
  if (plain.length === 0) return
  const policy = String(reply.getHeader('content-security-policy') ?? '')
  reply.header('content-security-policy', policy.replace(/frame-ancestors [^;]*/, `frame-ancestors ${plain.join(' ')}`))
  // X-Frame-Options cannot list origins, and older browsers prefer it to the policy.
  reply.removeHeader('x-frame-options')
}

const tokenIn = ({ query }: FastifyRequest): string => {
  const { token } = query as { token?: unknown }
  return typeof token === 'string' ? token : ''
}

const ASSETS = 'assets'

/** Serves the files of the build by one route, because a route for each of 500 files takes 0.3 s of every start. */
const serveAssets = async (app: FastifyInstance, folder: string): Promise<void> => {
  const entries = await readdir(join(folder, ASSETS), { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
  const known = new Set(paths)
  app.get<{ Params: { '*': string } }>(`/${ASSETS}/*`, (request, reply) => {
    const path = `${ASSETS}/${request.params['*']}`
    return known.has(path) ? reply.sendFile(path) : reply.callNotFound()
  })
}

type PageSource = {
  pageConfig: () => Promise<PageConfig>
  inlineScripts: InlineScript
  frameOrigins: FrameOrigins
}

export const registerPages = async (
  app: FastifyInstance,
  folder: string,
  { pageConfig, inlineScripts, frameOrigins }: PageSource,
): Promise<void> => {
  const [workspace, entry, board] = await Promise.all(
    ['index.html', 'login.html', 'board.html'].map((name) =>
      readFile(join(folder, name), 'utf8').then(inlineScripts.put, () => undefined),
    ),
  )
  if (workspace && entry && board) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      globIgnore: ['**/*.html', '**/*.br', '**/*.gz', `${ASSETS}/**`],
      preCompressed: true,
      // Vite's file names contain a hash; files with fixed names must be revalidated.
      setHeaders: (reply, path) =>
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
    })
    await serveAssets(app, folder)
  }

  const readConfig = shareReads(pageConfig, app.log)
  const send = async (request: FastifyRequest, reply: FastifyReply, html: string | undefined, status: number) => {
    if (!html) return reply.code(503).type('text/plain').send('The web app has not been built yet: npm run build')
    const config = await readConfig()
    if (!config)
      return reply
        .code(503)
        .type('text/html; charset=utf-8')
        .header('retry-after', String(STARTING_RETRY_SECONDS))
        .header('cache-control', 'no-store')
        .send(startingPage(languageOf(request)))
    const page = config.needsSetup ? (entry ?? html) : html
    return reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'cookie')
      .send(fill(page, config, languageOf(request)))
  }

  for (const url of workspaceRoutes) app.get(url, (request, reply) => send(request, reply, workspace, 200))
  for (const url of entryRoutes) app.get(url, (request, reply) => send(request, reply, entry, 200))
  app.get(FRAMED_ROUTE, async (request, reply) => {
    const config = await readConfig()
    if (!board || !config || config.needsSetup) return send(request, reply, board, 200)
    allowFraming(reply, await frameOrigins(tokenIn(request)).catch(() => []))
    // The page is the same for everyone and ignores cookies.
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(fill(board, config, languageOr(undefined)))
  })
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && !request.url.startsWith(BASE_PATH)
    return wantsPage ? send(request, reply, workspace, 404) : sendProblem(new Problem('notFound'), reply)
  })
}
