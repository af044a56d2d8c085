import { expect, test } from 'vitest'
import { allEndpoints } from '#contract'
import { testServer } from '../../testing/server.ts'

const server = await testServer()

test('the OpenAPI document describes every endpoint, without key or token', async () => {
  const answer = await server.app.inject({ url: '/api/cohesion/openapi.json' })
  expect(answer.statusCode).toBe(200)
  const { paths, openapi } = answer.json()
  expect(openapi).toBe('3.0.3')
  for (const { endpoint } of allEndpoints) {
    const path = paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]
    expect(path?.[endpoint.method.toLowerCase()]?.summary, endpoint.path).toBe(endpoint.summary)
  }
})

test('path parameters, bodies and files are described', async () => {
  const { paths } = (await server.app.inject({ url: '/api/cohesion/openapi.json' })).json()
  expect(paths['/service/{id}'].get.parameters).toMatchObject([{ name: 'id', in: 'path', required: true }])
  expect(paths['/auth/login'].post.requestBody.content['application/json'].schema.required).toEqual([
    'username',
    'password',
  ])
  const photo = paths['/user/profile-photo'].post.requestBody.content['multipart/form-data'].schema
  expect(photo.properties.file).toEqual({ type: 'string', format: 'binary' })
})

test('the page shows every endpoint and needs no script', async () => {
  const page = await server.app.inject({ url: '/api/cohesion/docs' })
  expect(page.headers['content-type']).toContain('text/html')
  for (const { name } of allEndpoints) expect(page.body).toContain(`id="${name}"`)
  expect(page.body).not.toContain('<script')
  const icon = /rel="icon" href="([^"]+)"/.exec(page.body)?.[1] ?? ''
  expect((await server.app.inject({ url: icon })).statusCode).toBe(200)
})
