import { useTranslation } from 'react-i18next'
import { displayName } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { isolated } from '../../i18n/isolated.ts'
import { useTeam } from '../../people/user/team/data.ts'

/** Names the Technicians of the service, one of whom usually runs the server. */
export const WhomToAsk = ({ service }: { service: string }) => {
  const { t } = useTranslation()
  const { data } = useTeam()
  const names = data?.total
    .filter((member) => member.type === 'Technician' && member.service._id === service)
    .map((member) => isolated(displayName(member)))
  if (!data) return null
  return names?.length
    ? t('streets.hint.ask', { names: new Intl.ListFormat(currentLanguage(), { type: 'disjunction' }).format(names) })
    : t('streets.hint.askAnyone')
}
