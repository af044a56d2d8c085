import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { moveTo, SortableList } from './SortableList.tsx'

beforeAll(async () => void (await startTestI18n()))

const onOrder = vi.fn()
const Letters = () => {
  const [letters, setLetters] = useState(['a', 'b', 'c'])
  return (
    <SortableList
      label="Letters"
      items={letters}
      idOf={(letter) => letter}
      nameOf={(letter) => letter}
      onOrder={(next) => {
        onOrder(next.join(''))
        setLetters(next)
      }}
      render={(letter, grip) => (
        <>
          {grip}
          <span>{letter}</span>
        </>
      )}
    />
  )
}

test('arrow keys move a row with its focus and announce the position', async () => {
  show(<Letters />)
  const grip = () => screen.getByRole('button', { name: 'Move a' })
  grip().focus()
  await userEvent.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(grip())
  expect(screen.getByText('a: position 2 of 3')).toBeTruthy()
  await userEvent.keyboard('{End}{ArrowDown}{Home}')
  expect(onOrder.mock.calls.flat()).toEqual(['bac', 'bca', 'abc'])
})

test('a list that cannot be sorted has no handles', () => {
  show(
    <SortableList label="Letters" items={['a']} idOf={String} nameOf={String} render={(item, grip) => grip ?? item} />,
  )
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['b', 0, 'bacd'],
  ['a', 3, 'bcda'],
  ['c', 1, 'acbd'],
  ['b', 1, 'abcd'],
])('%s goes to place %i', (id, to, expected) => {
  expect(moveTo(['a', 'b', 'c', 'd'], id, to).join('')).toBe(expected)
})
