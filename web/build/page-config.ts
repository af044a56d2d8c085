import type { Plugin } from 'vite'

const entryPages = ['/login', '/invite']
const scriptTag = /<script type="application\/json" id="cohesion-config">.*?<\/script>/s

export const pageConfig = (backend: string): Plugin => {
  const ask = async (): Promise<string> => {
    const page = await fetch(new URL('/login', backend)).then(
      (answer) => answer.text(),
      () => '',
    )
    const tag = page.match(scriptTag)?.[0]
    if (!tag) throw new Error(`No configuration from ${backend}: start the server, or name it in COHESION_BACKEND`)
    return tag
  }
  return {
    name: 'page-config',
    apply: 'serve',
    configureServer: (server) => {
      server.middlewares.use(async (request, _response, next) => {
        const path = request.url?.split('?')[0] ?? ''
        const isPage = request.headers.accept?.includes('text/html') && !path.includes('.')
        if (isPage && (entryPages.includes(path) || (await ask().catch(() => '')).includes('"needsSetup":true')))
          request.url = '/login.html'
        else if (isPage && path === '/board') request.url = request.url?.replace('/board', '/board.html')
        next()
      })
    },
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => html.replace('<!--cohesion-config-->', await ask()),
    },
  }
}
