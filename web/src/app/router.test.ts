import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { createAppRouter } from './router.tsx'

test('what does not exist in an address is dropped, the rest is read', async () => {
  const router = createAppRouter()
  router.update({ history: createMemoryHistory({ initialEntries: ['/?panel=nonsense&filter=done&selected=x&foo=1'] }) })
  await router.load()
  const search = router.state.matches.at(-1)?.search ?? {}
  expect(Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))).toEqual({
    filter: 'done',
  })
})
