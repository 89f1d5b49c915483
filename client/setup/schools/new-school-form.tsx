import { useNavigate } from '@tanstack/react-router'
import { createSchool, listSchools, listSchoolsForUsers } from '#contract/setup/schools/endpoints.ts'
import { newSchool } from '#contract/setup/schools/shapes.ts'
import { CreateDialog } from '#client/platform/ui/form/create-dialog.tsx'
import { useSend } from '#client/platform/lib/query.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import { timeZones } from './time-zones.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'

const f = fieldsOf<{ name: string; time_zone: string }>()

/** Renders the form of a new school, and opens its policy years when it’s saved. */
export const NewSchoolForm = ({ handle }: { handle: DialogHandle<number> }) => {
  const navigate = useNavigate()
  const { send } = useSend(createSchool, { refreshes: [listSchools, listSchoolsForUsers], quiet: true })
  const form = useRecordForm({
    schema: newSchool,
    draft: { form: 'new-school' },
    defaults: { name: '', time_zone: 'America/New_York' },
    onSubmit: async (body) => {
      const { reply } = await send({ body })
      handle.close(reply.id)
      void navigate({ to: '/schools/$id/settings/periods', params: { id: String(reply.id) } })
    },
  })
  return (
    <CreateDialog
      handle={handle}
      form={form}
      title="New school"
      description="Add a university whose plan you administer."
      submitLabel="Create school"
    >
      <f.Select name="time_zone" label="Time zone" options={timeZones} />
    </CreateDialog>
  )
}
