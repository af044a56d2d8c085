import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useDraftFile } from './draft-file.ts'

beforeEach(() => sessionStorage.clear())

const open = () => renderHook(() => useDraftFile('plan'))

test('a picture is still there when its form is reopened, until it is removed', async () => {
  const form = open()
  act(() => form.result.current[1](new File(['floor'], 'plan.png', { type: 'image/png' })))
  await waitFor(() => expect(sessionStorage.length).toBe(1))
  form.unmount()
  const again = open()
  expect(again.result.current[0]).toMatchObject({ name: 'plan.png', type: 'image/png', size: 5 })
  act(() => again.result.current[1](null))
  again.unmount()
  expect(open().result.current[0]).toBeNull()
})
