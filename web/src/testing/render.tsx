import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { UiProvider } from '../ui/UiProvider.tsx'

/** A component in the surroundings that the app gives it. */
export const show = (element: ReactElement) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <UiProvider>{element}</UiProvider>
    </QueryClientProvider>,
  )
