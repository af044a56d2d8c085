import { BASE_PATH, problems, TOKEN_PREFIX } from '#contract'
import type { HttpServer } from './http-server.ts'
import { type Content, type OpenApiDocument, type Operation, openApiDocument } from './openapi.ts'

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

const REFERENCE = /&#34;#\/components\/schemas\/(\w+)&#34;/g

const shape = (title: string, json: unknown) =>
  `<h4>${title}</h4><pre>${escaped(JSON.stringify(json, null, 1)).replace(REFERENCE, '<a href="#$1">$1</a>')}</pre>`

const contentOf = (title: string, content: Content) =>
  Object.entries(content)
    .map(([type, { schema }]) => shape(`${title} (${escaped(type)})`, schema))
    .join('')

const block = (method: string, path: string, operation: Operation) => `<details id="${operation.operationId}">
<summary><b class="${method}">${method.toUpperCase()}</b> <code>${escaped(BASE_PATH + path)}</code>
<span>${escaped(operation.summary)}</span></summary>
<p><code>${operation.operationId}</code> ${escaped(operation.description)}</p>
${operation.parameters.length > 0 ? shape('Parameters', operation.parameters) : ''}
${contentOf('Body', operation.requestBody?.content ?? {})}${contentOf('Answer', operation.responses[200].content)}
</details>`

const style = `body{font:14px/1.5 system-ui,sans-serif;max-width:980px;margin:32px auto;padding:0 16px;color:#1c2430;background:#fff}
h1{font-size:20px}h2{font-size:16px;margin-block-start:32px}h4{margin:8px 0 4px;font-size:12px;color:#5b6675}
details{border:1px solid #d8dde4;border-radius:6px;margin-block:6px;padding:8px 12px}summary{cursor:pointer}
summary b{display:inline-block;min-width:60px;font-size:12px}summary span{color:#5b6675;margin-inline-start:8px}
.get{color:#1864ab}.post{color:#2b8a3e}.patch{color:#a65f00}.delete{color:#c92a2a}
pre{background:#f4f6f8;padding:8px;border-radius:4px;overflow:auto;max-height:360px;font-size:12px}pre a{color:inherit}
table{border-collapse:collapse}td,th{text-align:start;padding:4px 16px 4px 0;border-block-end:1px solid #d8dde4}
@media(prefers-color-scheme:dark){body{background:#14181d;color:#dfe4ea}details,td,th{border-color:#333b45}pre{background:#1d232a}
summary span,h4{color:#9aa5b1}.get{color:#74c0fc}.post{color:#8ce99a}.patch{color:#ffc078}.delete{color:#ffa8a8}}`

const call = (path: string, options = '') =>
  `curl ${options}-H 'Authorization: Bearer ${TOKEN_PREFIX}…' 'https://your.server${BASE_PATH}${path}'`

/** The same first call as in docs/FIRST-CALL.md. */
const firstCall = `<h2 id="first-call">First call</h2>
<p>Create a token in Settings › API tokens. A program needs nothing else: it says who it is, reads events, and follows changes with</p>
<pre>${escaped([call('/tokens/current'), call('/aoi/filtered?limit=3'), call('/events', '-N ')].join('\n'))}</pre>
<p>Each call below names the scopes that a token needs for it.</p>`

/** The OpenAPI document as a page that needs no script. */
export const docsPage = ({ info, tags, paths, components }: OpenApiDocument): string => {
  const blocks = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      html: block(method, path, operation),
    })),
  )
  const sections = tags.map(({ name, description }) => {
    const own = blocks.filter(({ tag }) => tag === name)
    return `<h2>${escaped(name)}</h2><p>${escaped(description)}</p>${own.map(({ html }) => html).join('\n')}`
  })
  const schemas = Object.entries(components.schemas).map(
    ([name, json]) => `<section id="${name}">${shape(name, json)}</section>`,
  )
  const rows = Object.entries(problems)
    .filter(([, [status]]) => status > 0)
    .map(
      ([code, [status, message]]) =>
        `<tr><td>${status}</td><td><code>${code}</code></td><td>${escaped(message)}</td></tr>`,
    )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Cohesion API</title><link rel="icon" href="/cohesion.svg" type="image/svg+xml"><style>${style}</style></head><body><h1>Cohesion API ${escaped(info.version)}</h1>
<p>Made from the contract. The same as data: <a href="${BASE_PATH}/openapi.json">openapi.json</a>.</p>
${firstCall}
${sections.join('\n')}<h2>Schemas</h2>${schemas.join('\n')}
<h2>Problems</h2><table><tr><th>Status</th><th>Code</th><th>Message</th></tr>${rows.join('')}</table></body></html>`
}

export const registerDocs = (app: HttpServer, version: string): void => {
  const document = openApiDocument(version)
  const page = docsPage(document)
  app.get(`${BASE_PATH}/openapi.json`, (_request, reply) => reply.send(document))
  app.get(`${BASE_PATH}/docs`, (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
}
