import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useState } from 'react'
import type { CsvJob } from '../../core/aoi/csv/CsvExport.tsx'
import { withTexts } from '../../i18n/i18n.ts'

const CsvExport = lazy(
  withTexts(['work'], () => import('../../core/aoi/csv/CsvExport.tsx').then((file) => ({ default: file.CsvExport }))),
)

const Start = createContext<(job: CsvJob) => void>(() => {})

export const CsvExports = ({ children }: { children: ReactNode }) => {
  const [job, setJob] = useState<CsvJob>()
  const end = useCallback(() => setJob(undefined), [])
  return (
    <Start value={setJob}>
      {children}
      {job && (
        <Suspense>
          <CsvExport job={job} onEnd={end} />
        </Suspense>
      )}
    </Start>
  )
}

export const useCsvExport = () => use(Start)
