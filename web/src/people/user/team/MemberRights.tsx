import { NativeSelect, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  type Actor,
  canOwnServer,
  invitableTypes,
  type MemberChange,
  type MemberDetails,
  type Translations,
  type UserType,
} from '#contract'
import { nameOf } from '../../../i18n/names.ts'
import { toast, toastProblem } from '../../../ui/overlays/toast.ts'
import { useChangeMember } from './data.ts'
import classes from './MemberCard.module.css'

type Props = {
  member: MemberDetails
  actor: Actor
  roles: readonly { _id: string; name: string; translations?: Translations }[]
}

export const MemberRights = ({ member, actor, roles }: Props) => {
  const { t } = useTranslation()
  const { mutateAsync, isPending } = useChangeMember(member._id)
  const change = (what: MemberChange) =>
    mutateAsync(what)
      .then(() => toast({ message: t('team.updated', { username: member.username }) }))
      .catch(toastProblem)
  const noRole = member.role ? [] : [{ value: '', label: t('profile.noRole'), disabled: true }]
  return (
    <fieldset className={classes.rights} disabled={isPending}>
      <legend className={classes.heading}>{t('team.rights')}</legend>
      <NativeSelect
        label={t('team.type')}
        value={member.type}
        data={invitableTypes(actor).map((value) => ({ value, label: t(`userType.${value}`) }))}
        onChange={(event) => change({ type: event.currentTarget.value as UserType })}
      />
      <NativeSelect
        label={t('team.role')}
        value={member.role?._id ?? ''}
        data={[...noRole, ...roles.map((role) => ({ value: role._id, label: nameOf(role) }))]}
        onChange={(event) => change({ role: event.currentTarget.value })}
      />
      <Switch
        label={t('team.csv')}
        checked={member.allowCsvDownload}
        onChange={(event) => change({ allowCsvDownload: event.currentTarget.checked })}
      />
      {actor.isServerOwner && canOwnServer(member.type) && (
        <Switch
          label={t('team.owner')}
          description={t('team.ownerHint')}
          checked={member.isServerOwner}
          onChange={(event) => change({ isServerOwner: event.currentTarget.checked })}
        />
      )}
    </fieldset>
  )
}
