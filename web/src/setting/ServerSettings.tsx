import { Button, Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Settings } from '#contract'
import { fieldErrors } from '../ui/form.ts'
import { useOpenForm } from '../ui/open-form.ts'
import { ProblemText } from '../ui/ProblemText.tsx'
import { toast } from '../ui/toast.ts'
import { useChangeSettings } from './data.ts'
import classes from './ServerSettings.module.css'

/** The server's name and its offline mode, for the server owner. What the environment sets is shown and not changed. */
export const ServerSettings = ({ settings }: { settings: Settings }) => {
  const { t } = useTranslation()
  useOpenForm()
  const [name, setName] = useState(settings.name)
  const [offlineMode, setOfflineMode] = useState(settings.offlineMode)
  const change = useChangeSettings()
  const isFixed = (setting: string) => settings.setByEnvironment.includes(setting)
  const isChanged = name !== settings.name || offlineMode !== settings.offlineMode

  const save = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(
      { ...(name !== settings.name && { name }), ...(offlineMode !== settings.offlineMode && { offlineMode }) },
      { onSuccess: () => toast({ message: t('word.saved') }) },
    )
  }
  return (
    <form className={classes.form} onSubmit={save}>
      <h2 className={classes.title}>{t('about.settings')}</h2>
      <TextInput
        label={t('about.name')}
        value={name}
        maxLength={80}
        disabled={isFixed('name')}
        description={isFixed('name') && t('about.byEnvironment')}
        error={fieldErrors(change.error, t).name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Switch
        label={t('about.offlineMode')}
        description={isFixed('offlineMode') ? t('about.byEnvironment') : t('about.offlineModeHint')}
        checked={offlineMode}
        disabled={isFixed('offlineMode')}
        onChange={(event) => setOfflineMode(event.currentTarget.checked)}
      />
      <ProblemText problem={change.error} />
      <Button type="submit" disabled={!isChanged || !name.trim()} loading={change.isPending}>
        {t('word.save')}
      </Button>
    </form>
  )
}
