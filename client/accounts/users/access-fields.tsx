import { useWatch } from 'react-hook-form'
import { permissionLabels, type Permission } from '#contract/platform/access.ts'
import { listSchoolsForUsers } from '#contract/setup/schools/endpoints.ts'
import { useAsk } from '#client/platform/lib/query.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { permissionHints } from './user-text.ts'

/** The values of a form with permission and schools; its choices are IDs as text. */
export interface AccessValues {
  permission: Permission
  school_ids: string[]
}
const f = fieldsOf<AccessValues>()

/** The usual one first. */
const choices = ['school_admin', 'shipmate_admin'] as const

/** Renders the permission, and the schools of a school admin. */
export const AccessFields = () => {
  const permission = useWatch({ control: f.useForm().control, name: 'permission' })
  return (
    <>
      <f.Radio
        name="permission"
        label="Permission"
        options={choices.map((value) => ({
          value,
          label: permissionLabels[value],
          hint: permissionHints[value],
        }))}
      />
      {permission === 'school_admin' && <Schools />}
    </>
  )
}

const Schools = () => {
  const { data: schools = [] } = useAsk(listSchoolsForUsers, {})
  return (
    <f.Choices
      name="school_ids"
      label="Schools"
      options={schools.map(({ id, name }) => ({ value: String(id), label: name }))}
      required
    />
  )
}
