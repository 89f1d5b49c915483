/** Thrown when a file can’t be imported; the message is for staff. */
export class RefusedImport extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'RefusedImport'
  }
}
