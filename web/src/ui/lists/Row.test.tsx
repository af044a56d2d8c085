import { screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { startTestI18n } from '../../testing/i18n.ts'
import { show } from '../../testing/render.tsx'
import { OtherService } from '../layout/OtherService.tsx'
import { Services } from './other-service.ts'
import { Row } from './Row.tsx'

beforeAll(async () => void (await startTestI18n()))

const visible = { own: 'home', others: new Map([['island', 'Island watch']]) }
const open = (service: string) =>
  show(
    <Services value={visible}>
      <Row name="Fallen tree" picture={null} meta="now" service={service} isSelected={false} onPress={() => {}} />
      <OtherService id={service} />
    </Services>,
  )

test('rows and cards name the service of items from other services', () => {
  open('island')
  expect(screen.getByRole('button').textContent).toContain('Island watch')
  expect(screen.getAllByText('Island watch')).toHaveLength(2)
})

test('a service without a known name is called another service', () => {
  open('gone')
  expect(screen.getByRole('button').textContent).toContain('Another service')
})

test('items of the member’s own service show no service', () => {
  open('home')
  expect(screen.getByRole('button').textContent).toBe('Fallen treenow')
})
