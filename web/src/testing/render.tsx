import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { UiProvider } from '../ui/theme/UiProvider.tsx'

export const show = (element: ReactElement) => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const around = (inner: ReactElement) => (
    <QueryClientProvider client={queries}>
      <UiProvider>{inner}</UiProvider>
    </QueryClientProvider>
  )
  const shown = render(around(element))
  return { ...shown, rerender: (next: ReactElement) => shown.rerender(around(next)) }
}
