// What is open over the screen: the rules drawer, the list of keys.

class Ui {
  drawer = $state.raw<{ game: string; rule: string } | null>(null); // rule '' is the search
  isHelpOpen = $state(false);
  isMenuOpen = $state(false);
  isLogWide = $state(false);
  isDirectoryOpen = $state(false);
  isTalking = $state(false); // the talk lies where the log was
  isCalling = $state(false); // where one is told one's move
  isSharing = $state(false); // formations are given to other people
  enlarged = $state(''); // the id of a display beside the board, or `track`
  unit = $state(''); // the counter whose card is open, as `kind:id`
  telling = $state.raw<{ since: number | undefined } | null>(null); // what happened since a step, or since the turn before

  openRule(game: string, rule: string): void {
    this.drawer = { game, rule };
  }

  /** Close what lies on top; answers whether anything was open. */
  closeTop(): boolean {
    if (this.unit) this.unit = '';
    else if (this.enlarged) this.enlarged = '';
    else if (this.isMenuOpen) this.isMenuOpen = false;
    else if (this.isCalling) this.isCalling = false;
    else if (this.isSharing) this.isSharing = false;
    else if (this.telling) this.telling = null;
    else if (this.isHelpOpen) this.isHelpOpen = false;
    else if (this.drawer) this.drawer = null;
    else if (this.isDirectoryOpen) this.isDirectoryOpen = false;
    else if (this.isLogWide) this.isLogWide = false;
    else return false;
    return true;
  }
}

export const ui = new Ui();
