import { addressOf, type Endpoint, Problem, type ReplyOf } from '#contract'
import { formOf, headers, type Input, type InputOf, problemOf, refuse } from './call.ts'

export type OnProgress = (part: number) => void

export const upload = async <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  onProgress: OnProgress,
): Promise<ReplyOf<E>> => {
  const { params, body, files } = input as Input
  const answer = await send(endpoint.method, addressOf(endpoint, params), formOf(body, files), onProgress)
  if (!answer.ok) throw refuse(await problemOf(answer))
  return (await answer.json()) as ReplyOf<E>
}

const send = (method: string, address: string, form: FormData, onProgress: OnProgress): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, address)
    for (const [name, value] of Object.entries(headers())) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total)
    }
    request.onload = () => resolve(responseOf(request))
    request.onerror = () => reject(new Problem('network'))
    request.onabort = request.onerror
    request.ontimeout = request.onerror
    request.send(form)
  })

const responseOf = (request: XMLHttpRequest): Response => {
  const headers = new Headers()
  for (const name of ['content-type', 'retry-after']) {
    const value = request.getResponseHeader(name)
    if (value) headers.set(name, value)
  }
  const { status, statusText, responseText } = request
  return new Response(responseText, { status, statusText, headers })
}
