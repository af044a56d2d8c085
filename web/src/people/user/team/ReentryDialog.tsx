import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { displayName, type MemberDetails } from '#contract'
import { LinkToGive } from '../../../ui/contact/LinkToGive.tsx'
import { ProblemText } from '../../../ui/feedback/ProblemText.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { useReentryLink } from './data.ts'
import { endedText } from './ended.ts'
import classes from './MemberCard.module.css'

export const ReentryDialog = ({ member, onClose }: { member: MemberDetails; onClose: () => void }) => {
  const { t } = useTranslation()
  const { data: created, mutate, isPending, error } = useReentryLink(member._id)
  const [resetsFactor, setResetsFactor] = useState(false)
  const name = displayName(member)
  const ended = created && endedText(created, t)
  return (
    <Dialog onClose={onClose} title={t('team.reentry')} size={480} classNames={{ content: classes.dialog }}>
      <div className={classes.body}>
        <p>{t(created ? 'team.reentryMade' : 'team.reentryText', { name })}</p>
        {!created && (
          <Checkbox
            label={t('team.reentryFactor')}
            checked={resetsFactor}
            onChange={(event) => setResetsFactor(event.currentTarget.checked)}
          />
        )}
        {created && <LinkToGive link={created.link} />}
        {ended && <p>{ended}</p>}
        <ProblemText problem={error} />
        {!created && (
          <div className={classes.buttons}>
            <Button variant="default" onClick={onClose} data-autofocus>
              {t('word.cancel')}
            </Button>
            <Button loading={isPending} onClick={() => mutate(resetsFactor)}>
              {t('team.reentryYes')}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}
