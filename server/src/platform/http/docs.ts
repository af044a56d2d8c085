import { BASE_PATH } from '#contract'
import { docsPage } from './docs-page.ts'
import type { HttpServer } from './http-server.ts'
import { openApiDocument } from './openapi.ts'

export const registerDocs = (app: HttpServer, version: string): void => {
  const document = openApiDocument(version)
  const page = docsPage(document)
  app.get(`${BASE_PATH}/openapi.json`, (_request, reply) => reply.send(document))
  app.get(`${BASE_PATH}/docs`, (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
}
