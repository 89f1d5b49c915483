import type { FindingPerson, RowFinding } from '#contract/review/imports/shapes.ts'

/** Returns a person for a message: 'Quill, Ada, born 03/07/2001'. */
const inWords = ({ name, dob }: Pick<FindingPerson, 'name' | 'dob'>): string => {
  const [year, month, day] = dob.split('-')
  return day === undefined ? name : `${name}, born ${month ?? ''}/${day}/${year ?? ''}`
}

const withId = (person: FindingPerson): string => `${inWords(person)}, ID ${person.sid}`

/** Returns why a row is stopped, for its name as in the file: what is doubtful, and who it may be. */
export const findingText = (finding: RowFinding, row: { name: string; sid: string | null }): string => {
  const self = inWords({ name: row.name, dob: finding.dob ?? '' })
  const { student, others, proposed_sid: proposed } = finding
  const known = others.map(withId).join('; ')
  switch (finding.kind) {
    case 'other_person': {
      const owner = student ? `ID ${student.sid} belongs to ${inWords(student)}. ` : ''
      const elsewhere = known === '' ? '' : ` Shipmate has this person as: ${known}.`
      return `Another person? ${owner}This row is about ${self}.${elsewhere}`
    }
    case 'duplicate':
      return `Possible duplicate. A student with this name and birth date exists: ${known}.`
    case 'unclear_id':
      return `The IDs of several students differ from this one only in zeros, capitals or marks: ${known}. Enter the ID exactly as Shipmate has it.`
    default:
      return spoiledText(student, proposed)
  }
}

const spoiledText = (student: FindingPerson | null, proposed: string | null): string => {
  if (student)
    return `A spreadsheet has probably changed this ID. It looks like ${student.sid}, which belongs to ${inWords(student)}.`
  if (proposed !== null)
    return `A spreadsheet has added characters to this ID. The ID is probably ${proposed}.`
  return 'A spreadsheet has shortened this ID, so its last digits are missing. Format the ID column as text in the spreadsheet, and export the file again.'
}
