import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { createSchool, listSchools, listSchoolsForUsers } from '#contract/schools/endpoints.ts'
import { newSchool } from '#contract/schools/shapes.ts'
import { useSend } from '#client/lib/query.ts'
import { Button } from '#client/ui/button.tsx'
import type { DialogHandle } from '#client/ui/dialog-host.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { SelectField } from '#client/ui/form/choice-field.tsx'
import { Form, SubmitButton } from '#client/ui/form/form.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { useRecordForm } from '#client/ui/form/use-record-form.ts'
import { timeZones } from './time-zones.ts'

/** The form of a new school. */
export const NewSchoolForm = ({ handle }: { handle: DialogHandle<number> }) => {
  const formId = useId()
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
    <Dialog
      {...handle.dialog}
      title="New school"
      description="A university whose plan you administer."
      footer={
        <>
          <Button onClick={handle.dialog.onClose}>Cancel</Button>
          <SubmitButton form={form} formId={formId}>
            Create school
          </SubmitButton>
        </>
      }
    >
      <Form form={form} id={formId}>
        <TextField form={form} name="name" label="Name" required autoComplete="off" maxLength={200} />
        <SelectField form={form} name="time_zone" label="Time zone" options={timeZones} />
      </Form>
    </Dialog>
  )
}
