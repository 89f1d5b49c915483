/** A file that cannot be taken, found while it is read: the sentence is for staff. */
export class RefusedImport extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'RefusedImport'
  }
}
