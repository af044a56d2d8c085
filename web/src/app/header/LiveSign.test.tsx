import { act, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { setLiveState } from '../../api/live.ts'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { LiveSign } from './LiveSign.tsx'

beforeAll(() => startTestI18n())

test('the connection shows a sign only while there is trouble', () => {
  const { container } = show(<LiveSign />)
  act(() => setLiveState('live'))
  expect(container.querySelector('svg')).toBeNull()
  act(() => setLiveState('waiting'))
  expect(container.querySelector('svg')).not.toBeNull()
  expect(screen.getByRole('status').textContent).not.toBe('')
  act(() => setLiveState('live'))
  expect(container.querySelector('svg')).toBeNull()
})
