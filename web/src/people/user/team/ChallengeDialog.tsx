import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { displayName, type MemberDetails } from '#contract'
import { ProblemText } from '../../../ui/feedback/ProblemText.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { useChallenge } from './data.ts'
import { endedText } from './ended.ts'
import classes from './MemberCard.module.css'

export const ChallengeDialog = ({ member, onClose }: { member: MemberDetails; onClose: () => void }) => {
  const { t } = useTranslation()
  const [needsNew, setNeedsNew] = useState(false)
  const challenge = useChallenge(member._id)
  const send = async () => {
    const ended = await challenge.mutateAsync(needsNew).catch(() => undefined)
    if (!ended) return
    onClose()
    const done = t('team.challenged', { username: member.username })
    await toast({ message: [done, endedText(ended, t)].filter(Boolean).join('. ') })
  }
  return (
    <Dialog onClose={onClose} title={t('team.challenge')} size={480} classNames={{ content: classes.dialog }}>
      <div className={classes.body}>
        <p>{t('team.challengeText', { name: displayName(member) })}</p>
        <Checkbox
          label={t('team.challengeNew')}
          checked={needsNew}
          onChange={(event) => setNeedsNew(event.currentTarget.checked)}
        />
        <ProblemText problem={challenge.error} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('word.cancel')}
          </Button>
          <Button color="red" loading={challenge.isPending} onClick={send}>
            {t('team.challengeYes')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
