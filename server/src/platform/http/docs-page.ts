import { z } from 'zod'
import { allEndpoints, BASE_PATH, type Endpoint, problems } from '#contract'

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)

const shape = (title: string, schema: z.ZodType | undefined, io: 'input' | 'output') => {
  if (!schema) return ''
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>
  return `<h4>${title}</h4><pre>${escaped(JSON.stringify(json, null, 2))}</pre>`
}

const needsText = ({ needs }: Endpoint) =>
  needs === 'open' ? 'API key' : needs === 'link' ? 'nothing but its address' : `API key, token, right ${needs}`

const block = (name: string, endpoint: Endpoint) => `<details id="${escaped(name)}">
<summary><b class="${endpoint.method}">${endpoint.method}</b> <code>${escaped(BASE_PATH + endpoint.path)}</code>
<span>${escaped(endpoint.summary)}</span></summary>
<p>Needs: ${escaped(needsText(endpoint))}${endpoint.files ? `. Multipart, files: ${endpoint.files.join(', ')}` : ''}</p>
${shape('Path', endpoint.params, 'input')}${shape('Query', endpoint.query, 'input')}
${shape('Body', endpoint.body, 'input')}${shape(endpoint.raw ? `Answer (${endpoint.raw})` : 'Answer', endpoint.reply, 'output')}
</details>`

const style = `body{font:14px/1.5 system-ui,sans-serif;max-width:980px;margin:32px auto;padding:0 16px;color:#1c2430;background:#fff}
h1{font-size:20px}h2{font-size:16px;margin-block-start:32px}h4{margin:8px 0 4px;font-size:12px;color:#5b6675}
details{border:1px solid #d8dde4;border-radius:6px;margin-block:6px;padding:8px 12px}summary{cursor:pointer}
summary b{display:inline-block;min-width:60px;font-size:12px}summary span{color:#5b6675;margin-inline-start:8px}
.GET{color:#1864ab}.POST{color:#2b8a3e}.PATCH{color:#a65f00}.DELETE{color:#c92a2a}
pre{background:#f4f6f8;padding:8px;border-radius:4px;overflow:auto;max-height:360px;font-size:12px}
table{border-collapse:collapse}td,th{text-align:start;padding:4px 16px 4px 0;border-block-end:1px solid #d8dde4}
@media(prefers-color-scheme:dark){body{background:#14181d;color:#dfe4ea}details,td,th{border-color:#333b45}pre{background:#1d232a}
summary span,h4{color:#9aa5b1}.GET{color:#74c0fc}.POST{color:#8ce99a}.PATCH{color:#ffc078}.DELETE{color:#ffa8a8}}`

/** The contract as a page that needs no script. */
export const docsPage = (version: string): string => {
  const features = Map.groupBy(allEndpoints, ({ name }) => name.split('.')[0] ?? name)
  const sections = [...features].map(
    ([feature, endpoints]) =>
      `<h2>${escaped(feature)}</h2>${endpoints.map(({ name, endpoint }) => block(name, endpoint)).join('\n')}`,
  )
  const rows = Object.entries(problems)
    .filter(([, [status]]) => status > 0)
    .map(
      ([code, [status, message]]) =>
        `<tr><td>${status}</td><td><code>${code}</code></td><td>${escaped(message)}</td></tr>`,
    )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Cohesion API</title><link rel="icon" href="/cohesion.svg" type="image/svg+xml"><style>${style}</style></head><body><h1>Cohesion API ${escaped(version)}</h1>
<p>Made from the contract. The same as data: <a href="${BASE_PATH}/openapi.json">openapi.json</a>.</p>
${sections.join('\n')}<h2>Problems</h2><table><tr><th>Status</th><th>Code</th><th>Message</th></tr>${rows.join('')}</table></body></html>`
}
