import { Anchor, Button } from '@mantine/core'
import { IconApi, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BASE_PATH } from '#contract'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import list from '../../ui/lists/PlainList.module.css'
import { type TokenChoices, useTokens } from './data.ts'
import { NewTokenDialog } from './NewTokenDialog.tsx'
import classes from './Token.module.css'
import { TokenRow } from './TokenRow.tsx'

export const Tokens = ({ choices }: { choices: TokenChoices }) => {
  const { t } = useTranslation()
  const tokens = useTokens()
  const [isAdding, setIsAdding] = useState(false)
  return (
    <>
      <div className={classes.head}>
        <p className={list.meta}>{t('token.hint')}</p>
        <div className={classes.buttons}>
          <Button leftSection={<IconPlus size={18} stroke={1.75} />} onClick={() => setIsAdding(true)}>
            {t('token.add')}
          </Button>
          <Anchor href={`${BASE_PATH}/docs#first-call`} target="_blank" rel="noreferrer">
            {t('token.docs')}
          </Anchor>
        </div>
      </div>
      {tokens.error && <ProblemText problem={tokens.error} onRetry={() => tokens.refetch()} />}
      {tokens.isPending && <Skeleton rows={3} label={t('word.loading')} />}
      {tokens.data?.length === 0 && <EmptyState icon={IconApi} text={t('token.none')} />}
      <ul className={list.list} aria-label={t('token.title')}>
        {tokens.data?.map((token) => (
          <TokenRow key={token._id} token={token} choices={choices} />
        ))}
      </ul>
      {isAdding && <NewTokenDialog choices={choices} onClose={() => setIsAdding(false)} />}
    </>
  )
}
