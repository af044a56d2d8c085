import { expect, test } from 'vitest'
import { resourceList } from '../trials/world/resources.ts'

test('resources of a failed trial are ended once, the newest first', async () => {
  const resources = resourceList()
  const ended: string[] = []
  const end = (name: string) => resources.add(async () => ended.push(name))
  end('database')
  const endServer = end('server')
  end('browser')
  await endServer()
  expect(await resources.releaseAll()).toEqual([])
  await endServer()
  expect(await resources.releaseAll()).toEqual([])
  expect(ended).toEqual(['server', 'browser', 'database'])
})

test('a resource that cannot be ended does not stop the others', async () => {
  const resources = resourceList()
  const ended: string[] = []
  resources.add(async () => ended.push('database'))
  resources.add(() => Promise.reject(new Error('the server hangs')))
  expect(await resources.releaseAll()).toEqual(['the server hangs'])
  expect(ended).toEqual(['database'])
})
