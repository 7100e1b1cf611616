// Which display lies open beside the map.

export class Desk {
  open = $state<string | null>(null);
  private asked: string | null = null;
  private isOwn = false; // opened by hand

  /** A question has come: its display opens by itself, and closes when nothing in it matters any more. */
  follow(asked: string | null, isAbout: (id: string) => boolean): void {
    const isNew = asked !== this.asked;
    this.asked = asked;
    if (asked) {
      if (!isNew) return;
      this.isOwn = false;
      this.open = asked;
    } else if (this.open && !this.isOwn && !isAbout(this.open)) this.open = null;
  }

  /** Something happens in a display: it opens, unless another one was opened by hand. */
  show(id: string): void {
    if (this.isOwn && this.open) return;
    this.asked = null;
    this.open = id;
  }

  /** Open a display by hand, or close it. */
  toggle(id: string): void {
    this.open = this.open === id ? null : id;
    this.isOwn = this.open !== null;
  }

  close(): void {
    this.open = null;
  }
}
