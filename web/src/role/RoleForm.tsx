import { Button, Checkbox, Input, SegmentedControl, Switch, TextInput } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useTranslation } from 'react-i18next'
import {
  builtInMetrics,
  DefaultView,
  type FieldProblems,
  fieldProblems,
  isWorth,
  type PresetAction,
  type Role,
  RoleDraft,
  toggleDefaultMetric,
} from '#contract'
import { PickList } from '../ui/fields/PickList.tsx'
import { FormFrame } from '../ui/forms/FormFrame.tsx'
import { useDraftForm } from '../ui/forms/use-draft-form.ts'
import { toast } from '../ui/overlays/toast.ts'
import { useSaveRole } from './data.ts'
import { RoleActions } from './RoleActions.tsx'
import classes from './RoleForm.module.css'

export type RoleValues = Pick<
  Role,
  'name' | 'roleActions' | 'publicActions' | 'defaultView' | 'defaultMetrics' | 'isViewer'
>

export type RoleFormProps = {
  /** The name under which what was typed is kept. */
  draft: string
  role: Role | undefined
  actions: readonly PresetAction[]
  types: readonly { _id: string; name: string }[]
  metrics: readonly { _id: string; name: string }[]
  onDone: () => void
}

const empty: RoleValues = {
  name: '',
  roleActions: [],
  publicActions: [],
  defaultView: 'MAP',
  defaultMetrics: [],
  isViewer: false,
}

/** As it is sent, and as the server checks it. */
const sent = ({ roleActions, ...fields }: Partial<RoleValues>) => ({
  ...fields,
  ...(roleActions && { actions: roleActions }),
})

const checkBy =
  (actions: readonly PresetAction[], role: Role | undefined) =>
  (values: RoleValues): FieldProblems => {
    const { error } = RoleDraft.safeParse(sent(values))
    const { actions: missing, ...problems } = error ? fieldProblems(error) : {}
    // A role that was set up with all of them, by listing none, may stay so.
    const mayBeEmpty = role?.actions.length === 0 && values.roleActions.length === 0
    if (missing && !mayBeEmpty) problems.roleActions = missing
    for (const [at, { _id, customValue }] of values.roleActions.entries()) {
      const unit = actions.find((action) => action._id === _id)?.unit ?? 'Text'
      if (customValue && !isWorth(customValue, unit)) problems[`actions.${at}.customValue`] = 'form.invalid'
    }
    return problems
  }

/** A role: what its members are offered, where they begin, and whether they only look on. */
export const RoleForm = ({ draft, role, actions, types, metrics, onDone }: RoleFormProps) => {
  const { t } = useTranslation()
  const save = useSaveRole(role?._id)
  const form = useDraftForm({ draft, saved: role ? pick(role) : empty, check: checkBy(actions, role) })
  const { values, set, errorOf } = form
  const send = async () => {
    const { name } = await save.mutateAsync(sent(role ? form.changes : values))
    form.forget()
    toast({ message: t(role ? 'role.updated' : 'role.created', { name }) })
    onDone()
  }
  const counters = [...builtInMetrics.map((_id) => ({ _id, name: t(`role.metric.${_id}`) })), ...metrics]
  return (
    <FormFrame
      label={t(role ? 'panel.editRole' : 'panel.newRole')}
      isNew={!role}
      isBusy={save.isPending}
      form={form}
      send={send}
      more={
        role && (
          <Button variant="subtle" color="red" disabled title={t('role.noDelete')}>
            {t('word.delete')}
          </Button>
        )
      }
    >
      <TextInput
        label={t('role.name')}
        withAsterisk
        maxLength={200}
        value={values.name}
        onChange={(event) => set('name', event.currentTarget.value)}
        onBlur={() => form.leave('name')}
        error={errorOf('name')}
      />
      <RoleActions
        actions={actions}
        chosen={values.roleActions}
        onChange={(chosen) => set('roleActions', chosen)}
        errorOf={errorOf}
      />
      <PickList
        label={t('role.types')}
        description={t('role.typesHint')}
        add={t('role.addType')}
        none={t(types.length > 0 ? 'role.noTypesLeft' : 'role.noTypes')}
        options={types}
        chosen={values.publicActions}
        onChange={(ids) => set('publicActions', ids)}
        error={errorOf('publicActions')}
      />
      <Input.Wrapper label={t('role.defaultView')} description={t('role.defaultViewHint')} labelElement="div">
        <SegmentedControl
          fullWidth
          mt={6}
          aria-label={t('role.defaultView')}
          value={values.defaultView}
          onChange={(view) => set('defaultView', view as DefaultView)}
          data={DefaultView.options.map((view) => ({ value: view, label: t(`role.view.${view}`) }))}
        />
      </Input.Wrapper>
      <Checkbox.Group
        label={t('role.defaultMetrics')}
        description={t('role.defaultMetricsHint')}
        value={values.defaultMetrics}
        error={errorOf('defaultMetrics')}
      >
        <div className={classes.metrics}>
          {counters.map(({ _id, name }) => (
            <Checkbox
              key={_id}
              value={_id}
              label={name}
              onChange={() => set('defaultMetrics', toggleDefaultMetric(values.defaultMetrics, _id))}
            />
          ))}
        </div>
      </Checkbox.Group>
      <Switch
        label={t('role.isViewer')}
        description={t('role.isViewerHint')}
        checked={values.isViewer}
        onChange={(event) => set('isViewer', event.currentTarget.checked)}
      />
    </FormFrame>
  )
}

const pick = ({ name, roleActions, publicActions, defaultView, defaultMetrics, isViewer }: Role): RoleValues => ({
  name,
  roleActions,
  publicActions,
  defaultView,
  defaultMetrics,
  isViewer,
})
