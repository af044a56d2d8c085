import { IconArchive } from '@tabler/icons-react'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { show } from '../../testing/render.tsx'
import { IconButton } from './IconButton.tsx'

test('a disabled button stays focusable, gives its reason and does nothing', async () => {
  const onClick = vi.fn()
  show(<IconButton icon={IconArchive} label="Archive" barred="Needs a connection" onClick={onClick} />)
  const button = screen.getByRole('button', { name: 'Archive' })
  await userEvent.tab()
  expect(document.activeElement).toBe(button)
  await userEvent.keyboard('{Enter}')
  await userEvent.click(button)
  expect(onClick).not.toHaveBeenCalled()
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.getAttribute('aria-description')).toBe('Needs a connection')
  expect(button.title).toBe('Archive: Needs a connection')
})

test('an enabled button is an ordinary button', async () => {
  const onClick = vi.fn()
  show(<IconButton icon={IconArchive} label="Archive" onClick={onClick} />)
  await userEvent.click(screen.getByRole('button', { name: 'Archive' }))
  expect(onClick).toHaveBeenCalledOnce()
  expect(screen.getByRole('button').hasAttribute('aria-disabled')).toBe(false)
})
