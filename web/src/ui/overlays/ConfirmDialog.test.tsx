import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test, vi } from 'vitest'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'

beforeAll(() => startTestI18n())

const ask = (more: { isOpen?: boolean; color?: string; typeToConfirm?: string } = {}) => {
  const onYes = vi.fn()
  const onCancel = vi.fn()
  show(
    <ConfirmDialog
      isOpen
      title="Delete “Gate 3”?"
      message="For good."
      yes="Delete"
      {...more}
      {...{ onYes, onCancel }}
    />,
  )
  return { onYes, onCancel }
}

test('asks with a title and a message, and calls onYes on confirmation', async () => {
  const { onYes, onCancel } = ask()
  const dialog = await screen.findByRole('dialog', { name: 'Delete “Gate 3”?' })
  expect(dialog.textContent).toContain('For good.')
  expect(screen.getByText('Delete “Gate 3”?').tagName, 'isolated from the direction of the page').toBe('BDI')
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(onYes).toHaveBeenCalledOnce()
  expect(onCancel).not.toHaveBeenCalled()
})

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['Cancel', () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
])('%s means no', async (_, answer) => {
  const { onYes, onCancel } = ask()
  await screen.findByRole('dialog')
  await answer()
  expect(onCancel).toHaveBeenCalledOnce()
  expect(onYes).not.toHaveBeenCalled()
})

test('is 290 px wide and has a primary button by default', async () => {
  ask()
  const dialog = await screen.findByRole('dialog')
  expect(dialog.closest<HTMLElement>('[style*="--modal-size"]')?.style.getPropertyValue('--modal-size')).toContain(
    `${290 / 16}rem`,
  )
  expect(screen.getByRole('button', { name: 'Delete' }).style.getPropertyValue('--button-bg')).toContain('primary')
})

test('a destructive action requires typing its name', async () => {
  const { onYes } = ask({ typeToConfirm: 'Gate 3' })
  const yes = await screen.findByRole<HTMLButtonElement>('button', { name: 'Delete' })
  const name = screen.getByRole('textbox', { name: /Gate 3/ })
  await userEvent.type(name, 'Gate 4{Enter}')
  expect(yes.disabled).toBe(true)
  expect(onYes).not.toHaveBeenCalled()
  await userEvent.clear(name)
  await userEvent.type(name, ' Gate 3')
  await userEvent.click(yes)
  expect(onYes).toHaveBeenCalledOnce()
})

test('a closed dialog renders nothing', () => {
  ask({ isOpen: false })
  expect(screen.queryByRole('dialog')).toBeNull()
})
