import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayEver, type Profile } from '#contract'
import type { ExportedList } from '../../exchange/export/data.ts'
import { withTexts } from '../../i18n/i18n.ts'
import { actorOf } from '../../people/user/data.ts'
import { dayOf } from '../workspace/date-range.ts'

const ExportDialog = lazy(
  withTexts(['export'], () =>
    import('../../exchange/export/ExportDialog.tsx').then((file) => ({ default: file.ExportDialog })),
  ),
)

/** An export dialog and the function that opens it; undefined if the member may not export. `title` names the file. */
export const useExportDialog = (
  profile: Profile,
  { title, hasPlaces }: { title: string; hasPlaces: boolean },
): { open: ((list: ExportedList) => void) | undefined; dialog: ReactNode } => {
  const { t } = useTranslation()
  const [list, setList] = useState<ExportedList>()
  if (!mayEver(actorOf(profile), 'list.export')) return { open: undefined, dialog: null }
  const fileName = t('events.exportFile', { title, date: dayOf(new Date()), interpolation: { escapeValue: false } })
  return {
    open: setList,
    dialog: list && (
      <Suspense>
        <ExportDialog list={list} fileName={fileName} hasPlaces={hasPlaces} onClose={() => setList(undefined)} />
      </Suspense>
    ),
  }
}
