import { useWatch } from 'react-hook-form'
import { listUserHistory } from '#contract/accounts/users/endpoints.ts'
import { user as userShape, userChange, userColumns, type User } from '#contract/accounts/users/shapes.ts'
import { isAdmin } from '#contract/platform/access.ts'
import { useUser } from '#client/platform/common/current-user.tsx'
import { latestEntry, savedByOf } from '#client/platform/edit/last-saved.ts'
import { usePartEdit, type EditPart } from '#client/platform/edit/use-part-edit.tsx'
import { call } from '#client/platform/lib/call.ts'
import type { MergeFields } from '#client/platform/lib/merge.ts'
import { Button } from '#client/platform/ui/controls/button.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormSection } from '#client/platform/ui/form/form.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { OfflineBanner } from '#client/platform/ui/form/offline-banner.tsx'
import { SectionForm } from './section-form.tsx'
import { useAttempt } from './use-attempt.ts'
import { useSaveUser } from './use-save-user.ts'

interface Values {
  first_name: string
  last_name: string
  email: string
  current_password: string
}

const f = fieldsOf<Values>()

/** The saved values, and the password that a new address of one’s own needs. */
interface Profile extends Omit<Values, 'current_password'> {
  readonly current_password?: string
}

const fields: MergeFields<Profile> = {
  first_name: { label: userColumns.first_name.label, words: ({ first_name }) => first_name },
  last_name: { label: userColumns.last_name.label, words: ({ last_name }) => last_name },
  email: { label: userColumns.email.label, words: ({ email }) => email },
}

const part: EditPart<User, Values, Profile> = {
  what: 'this user',
  schema: userChange,
  literal: ['current_password'],
  fields,
  valuesOf: ({ first_name, last_name, email }) => ({ first_name, last_name, email, current_password: '' }),
  factsOf: ({ first_name, last_name, email }) => ({ first_name, last_name, email }),
  factsIn: (body, read) => {
    const { first_name, last_name, email, current_password } = userChange.parse(body)
    return {
      first_name: first_name ?? read.first_name,
      last_name: last_name ?? read.last_name,
      email: email ?? read.email,
      ...(typeof current_password === 'string' && current_password !== '' ? { current_password } : {}),
    }
  },
  versionOf: ({ version }) => version,
  readStale: (data) => userShape.safeParse(data).data ?? null,
}

interface ProfileSectionProps {
  user: User
  isOwn: boolean
}

/** Renders name and email address. One’s own new address applies once it’s confirmed. */
export const ProfileSection = ({ user, isOwn }: ProfileSectionProps) => {
  const reader = useUser()
  const save = useSaveUser(user.id)
  const edit = usePartEdit({
    part: isAdmin(reader) ? { ...part, readSavedBy: () => readSavedBy(user.id) } : part,
    record: user,
    draft: { form: `user:${user.id}`, except: ['current_password'] },
    save: (facts, version) => save({ ...facts, version }, savedTitle),
  })
  return (
    <FormSection title="Profile" why="Name and email address.">
      <div className="col-span-6">
        <OfflineBanner isWaiting={edit.isWaiting} />
        {edit.behind}
        {user.pending_email !== null && <PendingEmail user={user} />}
        <SectionForm form={edit.form} isDirty={edit.isDirty} submitLabel="Save profile">
          <f.Text name="first_name" label="First name" required width="half" autoComplete="off" />
          <f.Text name="last_name" label="Last name" required width="half" autoComplete="off" />
          <Email user={user} isOwn={isOwn} />
        </SectionForm>
        {edit.conflict}
      </div>
    </FormSection>
  )
}

/** A new address of one’s own isn’t saved yet. */
const savedTitle = ({ pending_email }: User): string =>
  pending_email === null ? 'Profile saved' : `Link sent to ${pending_email}`

const readSavedBy = async (id: number) =>
  savedByOf(await call(listUserHistory, { params: { id }, query: latestEntry }))

const ownHint =
  'Shipmate emails a link to the new address. Until you open it, keep signing in with the current one.'
const otherHint = 'A new address takes effect right away. Shipmate notifies both addresses.'

const Email = ({ user, isOwn }: ProfileSectionProps) => {
  const typed = useWatch({ control: f.useForm().control, name: 'email' })
  const isNew = typed.trim().toLowerCase() !== user.email
  return (
    <>
      <f.Text
        name="email"
        label="Email"
        type="email"
        required
        autoComplete="off"
        {...(isNew ? { hint: isOwn ? ownHint : otherHint } : {})}
      />
      {isOwn && isNew && (
        <f.Password
          name="current_password"
          label="Current password"
          hint="To change your email address."
          autoComplete="current-password"
          required
        />
      )}
    </>
  )
}

/** Renders the address that waits for its link, and a way back. */
const PendingEmail = ({ user }: { user: User }) => {
  const save = useSaveUser(user.id)
  const attempt = useAttempt()
  const cancel = () =>
    void attempt('Couldn’t cancel the change', () =>
      save({ email: user.email, version: user.version }, () => 'Email change canceled'),
    )
  return (
    <Banner className="mb-4" title={`Waiting for confirmation from ${user.pending_email}`}>
      <p>The address changes when someone opens the link sent there. The link is valid for 24 hours.</p>
      <Button size="sm" onClick={cancel} className="mt-2">
        Cancel change
      </Button>
    </Banner>
  )
}
