import { eraseStudent, getStudentRetention } from '#contract/outputs/retention/endpoints.ts'
import { retentionReason, type StudentRetention } from '#contract/outputs/retention/shapes.ts'
import type { Student } from '#contract/records/students/shapes.ts'
import { fullName } from '#contract/platform/person-name.ts'
import { enrollmentReads } from '#client/platform/common/student-reads.ts'
import { formatCount, formatList } from '#client/platform/lib/format.ts'
import { useAsk, useSend } from '#client/platform/lib/query.ts'
import { fieldsOf } from '#client/platform/ui/form/fields.ts'
import { FormDialog } from '#client/platform/ui/form/form-dialog.tsx'
import { useRecordForm } from '#client/platform/ui/form/use-record-form.ts'
import type { DialogHandle } from '#client/platform/ui/overlays/dialog-host.tsx'
import { useToast } from '#client/platform/ui/overlays/toast.tsx'
import { Banner } from '#client/platform/ui/states/banner.tsx'
import { Loaded } from '#client/platform/ui/states/loaded.tsx'

const f = fieldsOf<{ reason: string }>()

interface EraseRecordDialogProps {
  student: Student
  handle: DialogHandle
}

/** Renders the erasure of a student: how much is erased, what stays, and the reason. */
export const EraseRecordDialog = ({ student, handle }: EraseRecordDialogProps) => {
  const toast = useToast()
  const retention = useAsk(getStudentRetention, { params: { id: student.id } })
  const { send } = useSend(eraseStudent, {
    refreshes: [...enrollmentReads, getStudentRetention],
    quiet: true,
  })
  const form = useRecordForm({
    schema: retentionReason,
    defaults: { reason: '' },
    onSubmit: async (body) => {
      await send({ params: { id: student.id }, body })
      toast.show({ tone: 'success', title: 'Record erased' })
      handle.close()
    },
  })
  return (
    <FormDialog
      {...handle.dialog}
      size="md"
      title={`Erase the record of ${fullName(student)}?`}
      description="Everything that identifies the student is erased, in the history too. You can’t undo this."
      form={form}
      submitLabel="Erase record"
      isDanger
      disabled={retention.data?.blocked !== null}
    >
      <Loaded
        of={retention}
        compact
        what="The preview"
        who="Only Shipmate Admins can erase a record."
        rows={4}
        label="Loading the preview"
      >
        {(data) => <Preview retention={data} />}
      </Loaded>
    </FormDialog>
  )
}

const Preview = ({ retention: { blocked, counts } }: { retention: StudentRetention }) =>
  blocked === null ? (
    <>
      <div>
        <h3 className="mb-1 font-medium">Erased</h3>
        <p>
          Name, student ID, SSN, birth date, contact details, insurance numbers and signatures of{' '}
          {formatList([
            formatCount(counts.policy_years, 'policy year'),
            ...(counts.dependents > 0 ? [formatCount(counts.dependents, 'dependent')] : []),
          ])}
          , and the content of {listOf(counts)}. Exports and scheduled reports of these policy years are
          deleted.
        </p>
      </div>
      <div>
        <h3 className="mb-1 font-medium">Kept</h3>
        <p>
          Statuses, coverage dates, premiums and charges, so reports and counts don’t change. The student
          appears as “Erased student”. Backups keep the record until you delete them.
        </p>
      </div>
      <f.Text
        name="reason"
        label="Reason"
        required
        autoComplete="off"
        maxLength={500}
        hint="Saved in the history. Don’t name the student."
      />
    </>
  ) : (
    <Banner tone="warning">{blocked}</Banner>
  )

/** Returns '2 forms, 1 document and 30 history entries'. */
const listOf = ({
  forms,
  documents,
  notes,
  messages,
  emails,
  checks,
  history_entries,
}: StudentRetention['counts']): string =>
  formatList(
    [
      { many: forms, text: formatCount(forms, 'form') },
      { many: documents, text: formatCount(documents, 'document') },
      { many: notes, text: formatCount(notes, 'note') },
      { many: messages, text: formatCount(messages, 'message') },
      { many: emails, text: formatCount(emails, 'email') },
      { many: checks, text: formatCount(checks, 'eligibility check') },
      { many: history_entries, text: formatCount(history_entries, 'history entry', 'history entries') },
    ]
      .filter(({ many }) => many > 0)
      .map(({ text }) => text),
  )
