import { IconFileSearch, IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type Actor, type Aoi, aoiSubject, may, Problem } from '#contract'
import { useAoi } from '../../core/aoi/data.ts'
import { useIsWide } from '../../ui/browser/wide.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useWorkspace } from '../workspace/use-workspace.ts'
import classes from './EventEditor.module.css'

type Props = { nonce: string; actor: Actor; forbidden: string; children: (aoi: Aoi) => ReactNode }

export const Editable = ({ nonce, actor, forbidden, children }: Props) => {
  const { t } = useTranslation()
  const { data: aoi, error, isPending, refetch } = useAoi(nonce)
  if (isPending) return <Skeleton rows={6} label={t('word.loading')} />
  if (error instanceof Problem && error.code === 'notFound')
    return <EmptyState icon={IconFileSearch} text={t('empty.selection')} />
  // A failed refetch must not replace the form, because the member may be typing.
  if (!aoi) return <EditorProblem problem={error} onRetry={refetch} />
  if (!may(actor, 'aoi.edit', aoiSubject(aoi))) return <EmptyState icon={IconLock} text={forbidden} />
  return children(aoi)
}

/** Hides the form while a place is set on the map, which the form covers on a phone. Undefined on a desktop. */
export const usePlacing = () => {
  const { workspace, go, replace } = useWorkspace()
  if (useIsWide()) return undefined
  return {
    isOn: workspace.view === 'place',
    start: () => go({ ...workspace, view: 'place' }),
    stop: () => replace({ ...workspace, view: undefined }),
  }
}

export const EditorProblem = ({ problem, onRetry }: { problem: unknown; onRetry: () => unknown }) => (
  <div className={classes.problem}>
    <ProblemText problem={problem} onRetry={onRetry} />
  </div>
)
