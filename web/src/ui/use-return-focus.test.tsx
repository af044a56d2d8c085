import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { useFocusHome, useReturnFocus } from './use-return-focus.ts'

afterEach(cleanup)

const Drawer = ({ onClose }: { onClose: () => void }) => {
  const part = useRef<HTMLElement>(null)
  useReturnFocus(part)
  return (
    <section ref={part}>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </section>
  )
}

const Page = ({ isOpenerKept = true }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <h2 tabIndex={-1} data-home>
        Events
      </h2>
      {(isOpenerKept || !isOpen) && (
        <button type="button" onClick={() => setIsOpen(true)}>
          Row
        </button>
      )}
      <button type="button">Elsewhere</button>
      {isOpen && <Drawer onClose={() => setIsOpen(false)} />}
    </>
  )
}

const button = (name: string) => screen.getByRole('button', { name })

test('a drawer that is closed gives the focus back to what opened it', async () => {
  const user = userEvent.setup()
  render(<Page />)
  await user.click(button('Row'))
  await user.click(button('Close'))
  expect(document.activeElement).toBe(button('Row'))
})

test('the last place before the drawer counts, not the first', async () => {
  const user = userEvent.setup()
  render(<Page />)
  await user.click(button('Row'))
  await user.click(button('Elsewhere'))
  await user.click(button('Close'))
  expect(document.activeElement).toBe(button('Elsewhere'))
})

test('where the opener is gone, the heading of what is shown has it', async () => {
  const user = userEvent.setup()
  render(<Page isOpenerKept={false} />)
  await user.click(button('Row'))
  await user.click(button('Close'))
  expect(document.activeElement).toBe(screen.getByRole('heading'))
})

const Panel = () => {
  const [form, setForm] = useState('')
  useFocusHome(form)
  return (
    <>
      <h2 tabIndex={-1} data-home>
        {form || 'Events'}
      </h2>
      {form ? (
        <input aria-label="Name" />
      ) : (
        <button type="button" onClick={() => setForm('New event')}>
          New
        </button>
      )}
    </>
  )
}

test('a form that takes the place of its button begins with its heading', async () => {
  const user = userEvent.setup()
  render(<Panel />)
  expect(document.activeElement).toBe(document.body)
  await user.click(button('New'))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'New event' }))
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})
