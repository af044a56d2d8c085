import { Button, Input, Select, Switch, TextInput } from '@mantine/core'
import { IconAdjustments, IconPlus, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PresetAction, type RoleActionSetting, textIn } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { nameOf } from '../../i18n/names.ts'
import { FieldPair } from '../../ui/fields/FieldGroup.tsx'
import { TranslatedInput } from '../../ui/fields/TranslatedInput.tsx'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import { SortableList } from '../../ui/lists/SortableList.tsx'
import classes from './RoleForm.module.css'

const settingName = ({ label, translations }: RoleActionSetting, action: PresetAction | undefined): string =>
  label ? textIn({ label, translations }, 'label', currentLanguage()) : action ? nameOf(action) : ''

type Props = {
  actions: readonly PresetAction[]
  isAll: boolean
  onAll: (isAll: boolean) => void
  selected: readonly RoleActionSetting[]
  onChange: (selected: RoleActionSetting[]) => void
  onNew?: (() => void) | undefined
  errorOf: (path: string) => ReactNode
}

export const RoleActions = ({ isAll, onAll, ...props }: Props) => {
  const { t } = useTranslation()
  return (
    <>
      <Switch
        label={t('role.allActions')}
        description={t('role.allActionsHint')}
        checked={isAll}
        onChange={(event) => onAll(event.currentTarget.checked)}
      />
      {!isAll && <SelectedActions {...props} />}
    </>
  )
}

const SelectedActions = ({ actions, selected, onChange, onNew, errorOf }: Omit<Props, 'isAll' | 'onAll'>) => {
  const { t } = useTranslation()
  const left = actions.filter(({ _id }) => !selected.some((one) => one._id === _id))
  const change = (id: string, fields: Partial<RoleActionSetting>) =>
    onChange(selected.map((one) => (one._id === id ? { ...one, ...fields } : one)))
  return (
    <Input.Wrapper label={t('role.actions')} description={t('role.actionsHint')} withAsterisk labelElement="div">
      <div className={classes.list}>
        <SortableList
          label={t('role.actions')}
          items={selected}
          idOf={({ _id }) => _id}
          nameOf={(setting) =>
            settingName(
              setting,
              actions.find(({ _id }) => _id === setting._id),
            )
          }
          onOrder={(ids) => onChange(ids.flatMap((id) => selected.find(({ _id }) => _id === id) ?? []))}
          render={(setting, grip) => (
            <ChosenAction
              action={actions.find(({ _id }) => _id === setting._id)}
              setting={setting}
              grip={grip}
              error={errorOf(`actions.${selected.indexOf(setting)}.customValue`)}
              onChange={(fields) => change(setting._id, fields)}
              onRemove={() => onChange(selected.filter(({ _id }) => _id !== setting._id))}
            />
          )}
        />
      </div>
      <Select
        aria-label={t('role.addAction')}
        placeholder={t(
          left.length > 0 ? 'role.addAction' : actions.length > 0 ? 'role.noActionsLeft' : 'role.noActions',
        )}
        value={null}
        disabled={left.length === 0}
        searchable
        onChange={(id) => id && onChange([...selected, { _id: id, label: null, translations: {}, customValue: null }])}
        data={left.map((action) => ({ value: action._id, label: nameOf(action) }))}
        error={errorOf('roleActions') ?? errorOf('actions')}
      />
      {onNew && (
        <Button
          variant={actions.length > 0 ? 'subtle' : 'light'}
          size="sm"
          mt={8}
          leftSection={<IconPlus size={18} stroke={1.75} />}
          onClick={onNew}
        >
          {t('action.create')}
        </Button>
      )}
    </Input.Wrapper>
  )
}

type ChosenProps = {
  action: PresetAction | undefined
  setting: RoleActionSetting
  grip: ReactNode
  error: ReactNode
  onChange: (fields: Partial<RoleActionSetting>) => void
  onRemove: () => void
}

const ChosenAction = ({ action, setting, grip, error, onChange, onRemove }: ChosenProps) => {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(setting.label !== null || setting.customValue !== null)
  const name = settingName(setting, action)
  // Actions with a custom value or preset values have no fixed value.
  const hasValue = action && !action.isCustomValue && !action.setOfValuesEnabled
  return (
    <div className={classes.action}>
      <div className={classes.head}>
        {grip}
        <bdi className={classes.name} title={name}>
          {name}
        </bdi>
        <IconButton
          icon={IconAdjustments}
          label={t('role.adjust', { name })}
          size={36}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        />
        <IconButton icon={IconX} label={t('role.removeFrom', { name })} size={36} onClick={onRemove} />
      </div>
      {isOpen && (
        <div className={classes.more}>
          <FieldPair>
            <TranslatedInput
              className={classes.label}
              size="xs"
              label={t('role.label')}
              field="label"
              placeholder={action ? nameOf(action) : ''}
              maxLength={200}
              value={setting.label ?? ''}
              onChange={(event) => onChange({ label: event.currentTarget.value || null })}
              translations={setting.translations}
              onTranslate={(translations) => onChange({ translations })}
            />
            {hasValue && (
              <TextInput
                className={classes.value}
                size="xs"
                label={t('role.customValue')}
                placeholder={action.value}
                inputMode={action.unit === 'Text' ? 'text' : 'decimal'}
                maxLength={2000}
                value={setting.customValue ?? ''}
                onChange={(event) => onChange({ customValue: event.currentTarget.value || null })}
                error={error}
              />
            )}
          </FieldPair>
        </div>
      )}
    </div>
  )
}
