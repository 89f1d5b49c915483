export { cleanEmailText } from './commands/change-template.ts'
export {
  prepareAccountEmail,
  prepareEmail,
  prepareTemplate,
  prepareTranslation,
  type PreparedTexts,
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
} from './rules/merge.ts'
export { undoTemplates } from './undo.ts'
export { languagesOfStudents } from './queries/languages.ts'
export { coverageWords, dayWords, timeWords } from './rules/words.ts'
export { aboutForm, valuesOfPeriod, valuesOfStudents, type ValuesContext } from './queries/values.ts'
