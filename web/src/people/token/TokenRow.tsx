import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiToken } from '#contract'
import { formatDate, formatRelative } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { dotted, isolated } from '../../i18n/isolated.ts'
import { useNow } from '../../ui/browser/now.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import type { NamedItem } from '../../ui/lists/named-item.ts'
import list from '../../ui/lists/PlainList.module.css'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { type TokenChoices, useRevokeToken } from './data.ts'
import classes from './Token.module.css'

type Props = { token: ApiToken; choices: TokenChoices }

const SOON_MS = 30 * 86_400_000

const stateOf = ({ expiresAt }: ApiToken, now: Date) => {
  const left = Date.parse(expiresAt) - now.getTime()
  if (left <= 0) return 'expired'
  return left < SOON_MS ? 'expiring' : 'active'
}

export const TokenRow = ({ token, choices }: Props) => {
  const { t } = useTranslation()
  const now = useNow()
  const revoke = useRevokeToken()
  const [isAsking, setIsAsking] = useState(false)
  const { name, scopes, creator, createdAt, expiresAt, lastUsedAt } = token
  const language = currentLanguage()
  const state = stateOf(token, now)
  const dateOf = (time: string) => isolated(formatDate(new Date(time), language))
  const namesOf = (ids: readonly string[] | null, known: readonly NamedItem[]) =>
    (ids ?? []).map((id) => known.find(({ _id }) => _id === id)?.name ?? t('token.deleted'))
  const limits = [...namesOf(token.eventTypes, choices.types), ...namesOf(token.regions, choices.regions)]
  const lastUse = lastUsedAt
    ? t('token.used', { when: isolated(formatRelative(new Date(lastUsedAt), now, t, language)) })
    : t('token.unused')
  const scopeNames = scopes.map((scope) => t(`token.scope.${scope}.name`))
  return (
    <li className={list.row}>
      <div className={classes.words}>
        <div className={classes.line}>
          <bdi className={classes.name}>{name}</bdi>
          <span className={classes.state} data-state={state}>
            {t(`token.state.${state}`)}
          </span>
        </div>
        <span>{scopeNames.join(', ')}</span>
        {limits.length > 0 && (
          <span className={list.meta}>{t('token.only', { names: limits.map(isolated).join(', ') })}</span>
        )}
        <span className={list.meta}>
          {dotted([
            t('token.by', { name: isolated(creator.name), date: dateOf(createdAt) }),
            t(state === 'expired' ? 'token.expiredOn' : 'token.expiresOn', { date: dateOf(expiresAt) }),
            lastUse,
          ])}
        </span>
      </div>
      <IconButton icon={IconTrash} label={t('token.revoke', { name })} onClick={() => setIsAsking(true)} />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('token.revokeTitle', { name: isolated(name) })}
        message={t('token.revokeText', { name: isolated(name), scopes: scopeNames.join(', '), lastUse })}
        yes={t('token.revokeYes')}
        color="red"
        isBusy={revoke.isPending}
        onYes={() => revoke.mutate(token._id, { onSettled: () => setIsAsking(false) })}
        onCancel={() => setIsAsking(false)}
      />
    </li>
  )
}
