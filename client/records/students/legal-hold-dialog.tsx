import { useState } from 'react'
import {
  getStudentRetention,
  placeSchoolHold,
  placeStudentHold,
  releaseSchoolHold,
  releaseStudentHold,
} from '#contract/outputs/retention/endpoints.ts'
import { retentionReason, type StudentRetention } from '#contract/outputs/retention/shapes.ts'
import type { Student } from '#contract/records/students/shapes.ts'
import { fullName } from '#contract/platform/person-name.ts'
import { enrollmentReads } from '#client/platform/common/student-reads.ts'
import { formatInstant } from '#client/platform/lib/format.ts'
import { useAsk, useSend } from '#client/platform/lib/query.ts'
import { RadioGroup } from '#client/platform/ui/controls/radio-group.tsx'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormDialog } from '#client/platform/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'

const f = fieldsOf<{ reason: string }>()

/** Who is held: the student, or everyone at the school. */
type Held = 'student' | 'school'

interface LegalHoldDialogProps {
  student: Student
  handle: DialogHandle
}

/** Renders the legal hold of a student or of the school: why and since when it applies, or a new one. */
export const LegalHoldDialog = ({ student, handle }: LegalHoldDialogProps) => {
  const retention = useAsk(getStudentRetention, { params: { id: student.id } })
  const [chosen, setChosen] = useState<Held | null>(null)
  const held = chosen ?? (student.held_since === null && retention.data?.school.hold ? 'school' : 'student')
  const holds = retention.data && { student: retention.data.hold, school: retention.data.school.hold }
  const isOn = holds?.[held] != null
  const form = useHoldForm(student, { held, isOn, handle })
  return (
    <FormDialog
      {...handle.dialog}
      title={`Legal hold for ${fullName(student)}`}
      description="While a legal hold is on, nothing about the student is erased, by staff or by the retention settings."
      form={form}
      submitLabel={isOn ? 'Release hold' : 'Place hold'}
      disabled={!holds}
    >
      <Loaded
        of={retention}
        compact
        what="The legal hold"
        who="Only Shipmate Admins can place a legal hold."
        rows={3}
        label="Loading the legal hold"
      >
        {(data) => <Hold retention={data} held={held} onChoose={setChosen} />}
      </Loaded>
    </FormDialog>
  )
}

const endpoints = {
  student: { place: placeStudentHold, release: releaseStudentHold },
  school: { place: placeSchoolHold, release: releaseSchoolHold },
} as const

interface HoldAct {
  held: Held
  isOn: boolean
  handle: DialogHandle
}

const useHoldForm = (student: Student, { held, isOn, handle }: HoldAct) => {
  const toast = useToast()
  const endpoint = endpoints[held][isOn ? 'release' : 'place']
  const { send } = useSend(endpoint, { refreshes: [...enrollmentReads, getStudentRetention], quiet: true })
  return useRecordForm({
    schema: retentionReason,
    defaults: { reason: '' },
    onSubmit: async (body) => {
      await send({ params: { id: held === 'student' ? student.id : student.school_id }, body })
      toast.show({ tone: 'success', title: isOn ? 'Legal hold released' : 'Legal hold placed' })
      handle.close()
    },
  })
}

interface HoldProps {
  retention: StudentRetention
  held: Held
  onChoose: (held: Held) => void
}

const Hold = ({ retention: { hold, school }, held, onChoose }: HoldProps) => {
  const own = held === 'student' ? hold : school.hold
  return (
    <>
      <RadioGroup<Held>
        label="Applies to"
        value={held}
        onChange={onChoose}
        options={[
          { value: 'student', label: 'This student', ...hintOf(hold) },
          { value: 'school', label: `All students of ${school.name}`, ...hintOf(school.hold) },
        ]}
      />
      {own && (
        <p>
          On hold since {formatInstant(own.since)}: {own.reason}
        </p>
      )}
      <f.Text
        name="reason"
        label={own ? 'Reason for the release' : 'Reason'}
        required
        autoComplete="off"
        maxLength={500}
        hint="Saved in the history."
      />
    </>
  )
}

const hintOf = (hold: StudentRetention['hold']) => (hold ? { hint: 'On legal hold' } : {})
