import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HeldState } from '#contract'
import { DecisionDialog, type Dialogue } from './DecisionDialog.tsx'
import type { Decision } from './data.ts'
import classes from './ReviewList.module.css'

type Props = {
  ids: readonly string[]
  reportIds: readonly string[]
  state: HeldState
  roles: readonly { _id: string; name: string }[]
  isBusy: boolean
  onDecide: (decision: Decision) => void
}

export const BulkActions = ({ ids: selected, reportIds, state, roles, isBusy, onDecide }: Props) => {
  const { t } = useTranslation()
  const [dialogue, setDialogue] = useState<Dialogue>()
  const ids = [...selected]
  const reports = [...reportIds]
  const photos = ids.length - reports.length
  const send = (decision: Decision) => {
    setDialogue(undefined)
    onDecide(decision)
  }
  return (
    <section className={classes.bulk} aria-label={t('review.bulk')}>
      <Button disabled={isBusy} onClick={() => send({ kind: 'accepted', ids })}>
        {t('review.accept')}
      </Button>
      <Button
        variant="default"
        disabled={isBusy || reports.length < 2}
        onClick={() => send({ kind: 'merged', ids: reports })}
      >
        {t('review.mergeSelected')}
      </Button>
      <Button variant="default" disabled={isBusy} onClick={() => setDialogue('refuse')}>
        {t('review.refuse')}
      </Button>
      <Button
        variant="default"
        disabled={isBusy}
        onClick={() => send({ kind: 'refused', ids, reason: 'false', text: '' })}
      >
        {t('review.false')}
      </Button>
      {state === 'waiting' && (
        <>
          {reports.length > 0 && (
            <Button variant="default" disabled={isBusy} onClick={() => setDialogue('ask')}>
              {t('review.ask')}
            </Button>
          )}
          <Button variant="default" disabled={isBusy} onClick={() => setDialogue('hand')}>
            {t('review.hand')}
          </Button>
        </>
      )}
      {dialogue && (
        <DecisionDialog
          kind={dialogue}
          roles={roles}
          note={dialogue === 'ask' && photos > 0 ? t('review.photosNotAsked', { count: photos }) : undefined}
          onClose={() => setDialogue(undefined)}
          onDecide={(choice) => send({ ...choice, ids: choice.kind === 'asked' ? reports : ids })}
        />
      )}
    </section>
  )
}
