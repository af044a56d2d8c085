import { IconBellOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MuteTarget } from '#contract'
import { useMutes } from '../../alarms/rule/data.ts'
import { MuteDialog } from '../../alarms/rule/MuteDialog.tsx'
import { MuteList } from '../../alarms/rule/MuteList.tsx'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import listClasses from '../../ui/lists/PlainList.module.css'

type Target = Exclude<MuteTarget, { type: 'all' }>

export const MuteAlarms = ({ target, name }: { target: Target; name: string }) => {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton icon={IconBellOff} label={t('rule.muteAlarms')} onClick={() => setIsOpen(true)} />
      {isOpen && <MuteDialog target={target} name={name} onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** Current mutes of a sensor or area, each with its end, author and reason. */
export const MutesOf = ({ target: { type, id }, mayEnd }: { target: Target; mayEnd: boolean }) => {
  const { t } = useTranslation()
  const { data = [] } = useMutes()
  const mutes = data.filter(({ target }) => target.type === type && 'id' in target && target.id === id)
  return (
    mutes.length > 0 && (
      <section aria-label={t('rule.mutes')}>
        <h4 className={listClasses.heading}>{t('rule.mutes')}</h4>
        <MuteList mutes={mutes} mayEnd={() => mayEnd} />
      </section>
    )
  )
}
