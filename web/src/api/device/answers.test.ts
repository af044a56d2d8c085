import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { holdDevice } from '../../testing/device.ts'
import { keepAnswers, restoreAnswers } from './answers.ts'
import { currentHolder } from './holder.ts'
import { deviceStore } from './store.ts'

test('the device stores every reply except those with isStored: false', async () => {
  await holdDevice()
  const holder = await currentHolder()
  if (!holder) throw new Error('nobody holds the device')
  const online = new QueryClient()
  const stop = keepAnswers(online, holder)
  await online.fetchQuery({ queryKey: ['place'], queryFn: () => 'a', meta: { isStored: false } })
  await online.fetchQuery({ queryKey: ['list'], queryFn: () => 'b' })
  await vi.waitFor(async () => expect(await (await deviceStore()).count('answers')).toBe(1), 5000)
  stop()
  const offline = new QueryClient()
  expect(await restoreAnswers(offline, { isOffline: true })).toBe(true)
  expect([offline.getQueryData(['place']), offline.getQueryData(['list'])]).toEqual([undefined, 'b'])
})
