import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { answerCalls } from '../../testing/calls.ts'
import { useAoi } from './data.ts'
import { aoiKeys } from './keys.ts'

const aoi = { _id: 'one', properties: { nonce: '1', name: 'Flood' } }
answerCalls(vi.fn().mockResolvedValue(aoi))

const Card = () => <p>{useAoi('1').data?.properties.name}</p>

test.each([true, false])(
  'opening an event leaves a hidden list that must be refetched stale (read: %s)',
  async (isRead) => {
    const queries = new QueryClient()
    const key = aoiKeys.list('rows', { type: 'all' }, 'start')
    queries.setQueryData(key, { rows: [{ _id: 'one', isRead }] })
    await queries.invalidateQueries({ queryKey: key })
    render(
      <QueryClientProvider client={queries}>
        <Card />
      </QueryClientProvider>,
    )
    await screen.findByText('Flood')
    expect(queries.getQueryState(key)?.isInvalidated).toBe(true)
    expect(queries.getQueryData(key)).toEqual({ rows: [{ _id: 'one', isRead: true }] })
  },
)
