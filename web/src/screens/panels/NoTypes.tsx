import { Button } from '@mantine/core'
import { IconForms, IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { displayName, mayEver, type Profile, typesWith } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { isolated } from '../../i18n/isolated.ts'
import { actorOf } from '../../people/user/data.ts'
import { useTeam } from '../../people/user/team/data.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { StarterSetOffer } from '../settings/StarterSetOffer.tsx'

type Props = { profile: Profile; onCreate: () => void }

export const NoTypes = ({ profile, onCreate }: Props) => {
  const { t } = useTranslation()
  const team = useTeam()
  if (mayEver(actorOf(profile), 'eventType.edit'))
    return (
      <EmptyState icon={IconForms} text={t('eventForm.createType')}>
        <StarterSetOffer profile={profile} />
        <Button variant="light" leftSection={<IconPlus size={18} stroke={1.75} />} onClick={onCreate}>
          {t('eventForm.newType')}
        </Button>
      </EmptyState>
    )
  const editors = typesWith('eventType.edit')
  const names = team.data?.total
    .filter(({ type, service }) => editors.includes(type) && service._id === profile.service._id)
    .map(displayName)
  const text = names?.length
    ? t('eventForm.askOthers', { names: new Intl.ListFormat(currentLanguage()).format(names.map(isolated)) })
    : t('eventForm.noTypes')
  return <EmptyState icon={IconForms} text={text} />
}
