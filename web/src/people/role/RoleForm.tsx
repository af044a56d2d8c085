import { Button, Checkbox, Input, SegmentedControl, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  choosableMetrics,
  DefaultView,
  type FieldProblems,
  fieldProblems,
  isWorth,
  type PresetAction,
  type Role,
  RoleDraft,
  toggleDefaultMetric,
} from '#contract'
import { nameOf } from '../../i18n/names.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { PickList } from '../../ui/fields/PickList.tsx'
import { TranslatedInput } from '../../ui/fields/TranslatedInput.tsx'
import { FormFrame } from '../../ui/forms/FormFrame.tsx'
import { useDraftForm } from '../../ui/forms/use-draft-form.ts'
import { toast } from '../../ui/overlays/toast.ts'
import { useArchiveRole, useSaveRole } from './data.ts'
import { RoleActions } from './RoleActions.tsx'
import classes from './RoleForm.module.css'

export type RoleValues = Pick<
  Role,
  'name' | 'translations' | 'roleActions' | 'publicActions' | 'defaultView' | 'defaultMetrics' | 'isViewer'
> & {
  allActions: boolean
  allTypes: boolean
}

export type RoleFormProps = {
  draft: string
  role: Role | undefined
  roles: readonly Role[]
  actions: readonly PresetAction[]
  types: readonly { _id: string; name: string }[]
  metrics: readonly { _id: string; name: string }[]
  onNewAction?: ((add: (id: string) => void) => void) | undefined
  onDone: () => void
}

const empty: RoleValues = {
  name: '',
  translations: {},
  allActions: false,
  allTypes: true,
  roleActions: [],
  publicActions: [],
  defaultView: 'MAP',
  defaultMetrics: [],
  isViewer: false,
}

const bodyOf = ({ allActions, allTypes, roleActions, publicActions, ...fields }: RoleValues) => ({
  ...fields,
  actions: allActions ? [] : roleActions,
  publicActions: allTypes ? [] : publicActions,
})

const changedBody = (values: RoleValues, changes: Partial<RoleValues>) => {
  const { actions, publicActions } = bodyOf(values)
  const { allActions, allTypes, roleActions, publicActions: types, ...fields } = changes
  return {
    ...fields,
    ...((allActions !== undefined || roleActions) && { actions }),
    ...((allTypes !== undefined || types) && { publicActions }),
  }
}

const checkBy =
  (actions: readonly PresetAction[]) =>
  (values: RoleValues): FieldProblems => {
    const { error } = RoleDraft.safeParse(bodyOf(values))
    const { actions: wrong, ...problems } = error ? fieldProblems(error) : {}
    if (wrong) problems.roleActions = wrong
    if (!values.allActions && values.roleActions.length === 0) problems.roleActions = 'form.required'
    if (!values.allTypes && values.publicActions.length === 0) problems.publicActions = 'form.required'
    if (values.allActions) return problems
    for (const [at, { _id, customValue }] of values.roleActions.entries()) {
      const unit = actions.find((action) => action._id === _id)?.unit ?? 'Text'
      if (customValue && !isWorth(customValue, unit)) problems[`actions.${at}.customValue`] = 'form.invalid'
    }
    return problems
  }

const plain = (name: string) => name.trim().toLowerCase()

export const RoleForm = ({ draft, role, roles, actions, types, metrics, onNewAction, onDone }: RoleFormProps) => {
  const { t } = useTranslation()
  const save = useSaveRole(role?._id)
  const archive = useArchiveRole()
  const form = useDraftForm({ draft, saved: role ? pick(role) : empty, check: checkBy(actions) })
  const { values, set, errorOf } = form
  const addAction = (_id: string) =>
    set('roleActions', [...form.getValues().roleActions, { _id, label: null, translations: {}, customValue: null }])
  const send = async () => {
    const saved = await save.mutateAsync(role ? changedBody(values, form.changes) : bodyOf(values))
    form.forget()
    toast({ message: t(role ? 'role.updated' : 'role.created', { name: nameOf(saved) }) })
    onDone()
  }
  const name = plain(values.name)
  const isNameTaken = name !== '' && roles.some((one) => one._id !== role?._id && plain(one.name) === name)
  const counters = [...choosableMetrics.map((_id) => ({ _id, name: t(`role.metric.${_id}`) })), ...metrics]
  return (
    <FormFrame
      label={t(role ? 'panel.editRole' : 'panel.newRole')}
      isNew={!role}
      isBusy={save.isPending}
      form={form}
      send={send}
      notice={role?.isArchived && <Notice text={t('role.isArchived')} />}
      more={
        role && (
          <Button variant="subtle" color="gray" onClick={() => archive(role)}>
            {t(role.isArchived ? 'role.unarchive' : 'role.archive')}
          </Button>
        )
      }
    >
      <TranslatedInput
        label={t('role.name')}
        field="name"
        withAsterisk
        maxLength={200}
        description={isNameTaken && <span role="status">{t('role.nameTaken')}</span>}
        {...form.textField('name')}
        {...form.translations()}
      />
      <RoleActions
        actions={actions}
        isAll={values.allActions}
        onAll={(isAll) => set('allActions', isAll, 'roleActions')}
        selected={values.roleActions}
        onChange={(selected) => set('roleActions', selected)}
        onNew={onNewAction && (() => onNewAction(addAction))}
        errorOf={errorOf}
      />
      <Switch
        label={t('role.allTypes')}
        description={t('role.allTypesHint')}
        checked={values.allTypes}
        onChange={(event) => set('allTypes', event.currentTarget.checked, 'publicActions')}
      />
      {!values.allTypes && (
        <PickList
          label={t('role.types')}
          description={t('role.typesHint')}
          add={t('role.addType')}
          none={t(types.length > 0 ? 'role.noTypesLeft' : 'role.noTypes')}
          options={types}
          selectedIds={values.publicActions}
          onChange={(ids) => set('publicActions', ids)}
          error={errorOf('publicActions')}
        />
      )}
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
      <Switch label={t('role.isViewer')} description={t('role.isViewerHint')} {...form.switchField('isViewer')} />
    </FormFrame>
  )
}

const pick = ({
  name,
  translations,
  roleActions,
  publicActions,
  defaultView,
  defaultMetrics,
  isViewer,
}: Role): RoleValues => ({
  name,
  translations,
  roleActions,
  publicActions,
  allActions: roleActions.length === 0,
  allTypes: publicActions.length === 0,
  defaultView,
  defaultMetrics,
  isViewer,
})
