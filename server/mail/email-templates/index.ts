export { cleanEmailText } from './commands/change-template.ts'
export {
  prepareAccountEmail,
  prepareEmail,
  prepareTemplate,
  prepareTranslation,
  contentOf,
  findTemplate,
  kindOf,
  listOfSchool,
} from './queries/texts.ts'
export {
  emptyFieldsOf,
  mergeText,
  type MergedText,
  type MergeValues,
  type PreparedText,
  listText,
} from './rules/merge.ts'
export { aboutForm, valuesOfPeriod, valuesOfStudents, type ValuesContext } from './queries/values.ts'
