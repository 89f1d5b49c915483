import * as z from 'zod/mini'
import { permissionLabels, permissions, type Permission } from '#contract/platform/access.ts'
import { user as userShape, type User } from '#contract/accounts/users/shapes.ts'
import { usePartEdit, type EditPart } from '#client/platform/edit/use-part-edit.tsx'
import type { MergeFields } from '#client/platform/lib/merge.ts'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { AccessFields, type AccessValues } from './access-fields.tsx'
import { SectionForm } from './section-form.tsx'
import { useSaveUser } from './use-save-user.ts'
import { schoolsText } from './user-text.ts'

interface Access {
  readonly permission: Permission
  readonly school_ids: readonly number[]
}

const fields: MergeFields<Access> = {
  permission: { label: 'Permission', words: ({ permission }) => permissionLabels[permission] },
  school_ids: { label: 'Schools', words: ({ school_ids }) => `${school_ids.length}` },
}

const accessOf = ({ permission, schools }: User): Access => ({
  permission,
  school_ids: schools.map(({ id }) => id),
})

/** The form holds school IDs as text, as its choices do. */
const typed = z.strictObject({ permission: z.enum(permissions), school_ids: z.array(z.string()) })

const part: EditPart<User, AccessValues, Access> = {
  what: 'this user',
  schema: typed,
  fields,
  valuesOf: (user) => ({
    permission: user.permission,
    school_ids: user.schools.map(({ id }) => String(id)),
  }),
  factsOf: accessOf,
  factsIn: (body) => {
    const { permission, school_ids } = typed.parse(body)
    return { permission, school_ids: permission === 'school_admin' ? school_ids.map(Number) : [] }
  },
  versionOf: ({ version }) => version,
  readStale: (data) => userShape.safeParse(data).data ?? null,
}

interface AccessSectionProps {
  user: User
  isOwn: boolean
}

/** Renders permission and schools. No one changes their own. */
export const AccessSection = ({ user, isOwn }: AccessSectionProps) => (
  <FormSection
    title="Permission and schools"
    why={isOwn ? 'Your access.' : 'Changes take effect right away.'}
  >
    {isOwn ? (
      <p className="col-span-6">
        {permissionLabels[user.permission]} · {schoolsText(user)}
        <span className="mt-1 block text-label text-ink-3">Another Shipmate Admin can change this.</span>
      </p>
    ) : (
      <AccessForm user={user} />
    )}
  </FormSection>
)

const AccessForm = ({ user }: { user: User }) => {
  const save = useSaveUser(user.id)
  const edit = usePartEdit({
    part,
    record: user,
    draft: { form: `user-access:${user.id}` },
    save: (facts, version) =>
      save({ ...facts, school_ids: [...facts.school_ids], version }, () => 'Access saved'),
  })
  return (
    <div className="col-span-6">
      <SectionForm form={edit.form} isDirty={edit.isDirty} submitLabel="Save access">
        <AccessFields />
      </SectionForm>
      {edit.conflict}
    </div>
  )
}
