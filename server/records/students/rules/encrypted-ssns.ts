import { encryptedColumn, type EncryptedColumn } from '#server/platform/lib/encrypted-column.ts'
import { formSsnsPlace, ssnPlace } from '#server/platform/lib/crypt.ts'

/** The SSNs of students and their dependents, wherever they’re kept. */
export const encryptedSsns: readonly EncryptedColumn[] = [
  encryptedColumn('students', 'ssn_cipher', ['id'], ({ id }) => ssnPlace('students', id)),
  encryptedColumn('replaced_ssns', 'ssn_cipher', ['student_id'], ({ student_id }) =>
    ssnPlace('students', student_id),
  ),
  encryptedColumn('import_rows', 'ssn_cipher', ['student_id'], ({ student_id }) =>
    ssnPlace('students', Number(student_id)),
  ),
  {
    table: 'dependents',
    column: 'ssn_cipher',
    values: {
      student_id: '(select sp.student_id from student_periods sp where sp.id = t.student_period_id)',
    },
    place: ({ student_id }) => ssnPlace('dependents', Number(student_id)),
  },
  encryptedColumn('form_submission_snapshots', 'ssns_cipher', ['submission_id'], ({ submission_id }) =>
    formSsnsPlace(submission_id),
  ),
]
