import { Button } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StarterSetName } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import { useAppliedSets, useApplySet, useTakeBackSet } from './data.ts'
import { StarterPreview } from './StarterPreview.tsx'
import classes from './StarterSets.module.css'

/** Starter sets that can be added to a service, and removed while none of their contents is in use. */
export const StarterSets = () => {
  const { t } = useTranslation()
  const { data: applied, error, refetch } = useAppliedSets()
  const [opened, setOpened] = useState<StarterSetName>()
  return (
    <section className={classes.sets} aria-label={t('starter.sets')}>
      <p className={classes.hint}>{t('starter.setsHint')}</p>
      <ProblemText problem={error} onRetry={() => refetch()} />
      {applied &&
        StarterSetName.options.map((name) => (
          <OneSet
            key={name}
            name={name}
            applied={applied.find((set) => set.name === name)}
            isOpen={opened === name}
            onToggle={() => setOpened(opened === name ? undefined : name)}
          />
        ))}
    </section>
  )
}

type Props = {
  name: StarterSetName
  applied: { canTakeBack: boolean } | undefined
  isOpen: boolean
  onToggle: () => void
}

const OneSet = ({ name, applied, isOpen, onToggle }: Props) => {
  const { t } = useTranslation()
  const apply = useApplySet()
  const takeBack = useTakeBackSet()
  const title = t(`starter.name.${name}`)
  return (
    <div className={classes.set}>
      <button type="button" className={classes.title} aria-expanded={isOpen} onClick={onToggle}>
        <span className={classes.name}>{title}</span>
        <span className={classes.hint}>{t(applied ? 'starter.added' : `starter.hint.${name}`)}</span>
      </button>
      {isOpen && (
        <>
          <StarterPreview name={name} language={currentLanguage()} />
          <div className={classes.buttons}>
            <Button
              variant="light"
              leftSection={<IconPlus size={18} stroke={1.75} />}
              loading={apply.isPending}
              onClick={() =>
                apply.mutate(name, {
                  onSuccess: () => void toast({ message: t('starter.wasAdded', { name: title }) }),
                  onError: toastProblem,
                })
              }
            >
              {t(applied ? 'starter.addMissing' : 'starter.add')}
            </Button>
            {applied?.canTakeBack && (
              <Button
                variant="subtle"
                color="red"
                leftSection={<IconX size={18} stroke={1.75} />}
                loading={takeBack.isPending}
                onClick={() =>
                  takeBack.mutate(name, {
                    onSuccess: () => void toast({ message: t('starter.wasTakenBack', { name: title }) }),
                    onError: toastProblem,
                  })
                }
              >
                {t('starter.takeBack')}
              </Button>
            )}
          </div>
          {applied && !applied.canTakeBack && <p className={classes.hint}>{t('starter.inUse')}</p>}
        </>
      )}
    </div>
  )
}
