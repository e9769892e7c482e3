"""Everything that people see. The corrected card tables that `kismet --cards` names hold for all of it."""

import os

from .corrected import CARDS, use_corrected

use_corrected(os.environ.get(CARDS, ""))
